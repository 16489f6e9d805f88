"""Runs a command in a terminal, presses Ctrl-C after some seconds, and exits with the code of the command.

    python3 press.py SECONDS COMMAND...
"""

import os
import pty
import select
import signal
import sys
import time

seconds, command = float(sys.argv[1]), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
begin, pressed = time.monotonic(), False
while time.monotonic() - begin < seconds + 60:
    readable, _, _ = select.select([terminal], [], [], 0.1)
    if readable:
        try:
            if not os.read(terminal, 65536):
                break
        except OSError:  # Linux: the other end is closed
            break
    if not pressed and time.monotonic() - begin > seconds:
        os.write(terminal, b"\x03")
        pressed = True
else:
    os.kill(child, signal.SIGKILL)
    sys.exit(f"{command[0]} did not end after Ctrl-C")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
