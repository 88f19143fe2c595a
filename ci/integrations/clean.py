# sdk-uploads.system.ts starts this: python3 clean.py source target key. It prints "half" in the middle of the upload and continues when it
# reads a line; after that, one line per poll.
import sys

from mailsift import Mailsift

source, target, key = sys.argv[1:]
is_paused = False


def pause_halfway(sent: int, total: int) -> None:
    global is_paused
    if sent * 2 > total and not is_paused:
        is_paused = True
        print("half", flush=True)
        sys.stdin.readline()


group = Mailsift.from_env().csv.clean(
    source,
    target,
    email_column="email",
    idempotency_key=key,
    on_upload_progress=pause_halfway,
    on_progress=lambda group: print(f"processed {group.processed}", flush=True),
)
print(f"{group.status} {group.id}", flush=True)
