"""Results of finished tournaments, as rows and files; leagues and their seasons.

What is counted over several events belongs here.
"""
