"""A program for tests of how programs are started: says what it is, and runs until it is ended."""

import json
import os
import signal
import sys

if __name__ == "__main__":
    told = {
        "arguments": sys.argv[1:],
        "leads": os.getsid(0) == os.getpid(),
        "shares": "club.project.urls" in sys.modules,
        "knows_the_owner": "DATABASE_OWNER_URL" in os.environ,
        "has_input": bool(os.read(0, 1)),
    }
    print(json.dumps(told), flush=True)
    while True:
        signal.pause()
