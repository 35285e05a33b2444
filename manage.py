#!/usr/bin/env python
"""The door to every command of the club."""

import os
import signal
import sys

# These need no servers, or must not start them.
WITHOUT_SERVERS = {
    "help",
    "--help",
    "-h",
    "version",
    "--version",
    "down",
    "reset",
    "makemessages",
    "compilemessages",
    "faults",
}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.project.settings")
    from django.core.management import execute_from_command_line

    from club.project import servers
    from club.project.environment import BadSettings, read

    try:
        read(os.environ)
    except BadSettings as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(2)
    if len(sys.argv) < 2 or sys.argv[1] in WITHOUT_SERVERS:
        execute_from_command_line(sys.argv)
        return
    # A plain TERM would skip every `finally`: servers and children would outlive the command.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        with servers.environment(servers.var_directory()):
            execute_from_command_line(sys.argv)
    except servers.ServersError as refusal:
        sys.exit(f"cardhouse: {refusal}")


if __name__ == "__main__":
    main()
