-- mailsift(email) in PostgreSQL, over one `mailsift stream` process for each session. Run it as a superuser; plpython3u is in Debian's
-- postgresql-plpython3-15. Set the command, if it is not on the server's PATH:
--   ALTER FUNCTION mailsift(text) SET mailsift.command = '/usr/local/bin/mailsift';
CREATE EXTENSION IF NOT EXISTS plpython3u;

CREATE TYPE mailsift_verdict AS (status text, reason text, suggestion text, normalized text, safe_to_send boolean);

-- The same address has the same verdict until the data of the engine changes with an update of Mailsift.
-- The command is a setting of the function, which only its owner can change: every role can set it for its session, and would run any
-- program as the user of the server.
CREATE FUNCTION mailsift(email text) RETURNS mailsift_verdict LANGUAGE plpython3u STABLE PARALLEL SAFE
SET mailsift.command = 'mailsift' AS $python$
import json
import subprocess

def start():
    found = plpy.execute("SELECT pg_catalog.current_setting('mailsift.command') AS command")
    command = found[0]["command"].split()
    options = ["stream", "--quiet", "--format", "jsonl", "--results-only"]
    columns = ["--columns", "status,reason,suggestion,normalized,safe_to_send"]
    return subprocess.Popen(command + options + columns, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

# The process lives as long as the session: it ends when PostgreSQL closes its stdin. A process that died is replaced once.
for attempt in (1, 2):
    process = SD.get("process")
    if process is None or process.poll() is not None:
        process = SD["process"] = start()
    try:
        process.stdin.write(json.dumps({"email": email}).encode() + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except BrokenPipeError:
        line = b""
    if line.endswith(b"\n"):
        return json.loads(line)
    process.kill()
    process.wait()
    SD.pop("process")
plpy.error("mailsift stream ended without a result")
$python$;

-- Roles need a grant, because the function starts a program on the server.
REVOKE ALL ON FUNCTION mailsift(text) FROM PUBLIC;
