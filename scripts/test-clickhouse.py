# test-clickhouse.sh starts this: python test-clickhouse.py libchdb.so folder rows
import ctypes, glob, hashlib, os, signal, subprocess, sys, threading, time

library, folder, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
COLUMNS = "status,reason,suggestion,normalized"
with open("deploy/clickhouse/mailsift.sql") as file:
    create_function = file.read().rstrip(";\n")
# Where the engine looks for *_function.xml.
os.chdir(folder)
chdb = ctypes.CDLL(library)
chdb.chdb_connect.restype = ctypes.POINTER(ctypes.c_void_p)
chdb.chdb_query.restype = ctypes.c_void_p
chdb.chdb_query.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
for name in ("chdb_result_buffer", "chdb_result_error"):
    getattr(chdb, name).restype = ctypes.c_char_p
    getattr(chdb, name).argtypes = [ctypes.c_void_p]
arguments = [b"clickhouse", f"--path={folder}/data".encode(), f"--config-file={folder}/config.xml".encode()]
connection = chdb.chdb_connect(len(arguments), (ctypes.c_char_p * len(arguments))(*arguments))[0]


def run(statement):
    """The answer, and the error where there is one."""
    result = chdb.chdb_query(connection, statement.encode(), b"TSVRaw")
    error = chdb.chdb_result_error(result)
    return (chdb.chdb_result_buffer(result) or b"").decode(), error and error.decode()


def query(statement):
    answer, error = run(statement)
    if error:
        sys.exit(f"{statement}\n{error}")
    return answer


def expect(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: {actual!r} instead of {expected!r}")
    print(f"ok: {what}", flush=True)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


print(f"ClickHouse {query('SELECT version()').strip()}, {rows:,} rows")
query("SYSTEM RELOAD FUNCTIONS")
query(create_function)

for kind, cast in {"String": "email", "Nullable": "toNullable(email)", "LowCardinality": "toLowCardinality(email)"}.items():
    answer = query(f"SELECT mailsift({cast}).status FROM (SELECT arrayJoin(['ada.lovelace@contoso.com', 'bob.lee@gmial.com', '']) AS email)")
    expect(f"mailsift() of a column of {kind}", answer.split(), ["safe", "unsafe", "blank"])
expect("mailsift() of NULL", query("SELECT mailsift(NULL).status").split(), ["blank"])
expect("mailsift_status()", query("SELECT mailsift_status('ada.lovelace@contoso.com'), mailsift_status(NULL)").split(), ["safe", "blank"])
_, error = run("SELECT mailsift_verdict(toString(number)) FROM numbers(3)")
expect("an uncast argument is refused with its remedy", "CAST(email" in (error or ""), True)

# Every verdict is that of `mailsift stream`, which the library's own hash vouches for (npm run bench:stream).
addresses = f"{folder}/addresses.txt"
names = ["ada.lovelace", "info", "o'brien", "jo", "sales+news", "müller"]
domains = ["contoso.com", "gmial.com", "mailinator.com", "example.co.uk", "gmail.com", "-bad-.com", ""]
with open(addresses, "w") as file:
    for row in range(rows):
        file.write(f"{names[row % 6]}{row}@{domains[row % 7]}\n")
expected = f"{folder}/expected.tsv"
with open(addresses) as source, open(expected, "w") as target:
    command = ["mailsift", "stream", "--format", "tsv", "--no-header", "--results-only", "--columns", COLUMNS]
    subprocess.run(command, stdin=source, stdout=target, check=True)
for name, select in {
    "mailsift()": "SELECT v.status, v.reason, v.suggestion, v.normalized FROM "
    f"(SELECT mailsift(line) AS v FROM file('{addresses}', LineAsString))",
    "executable()": f"SELECT * FROM executable('mailsift stream --quiet --format tsv --no-header --results-only --columns {COLUMNS}', "
    "TabSeparated, 'status String, reason String, suggestion String, normalized String', "
    f"(SELECT line FROM file('{addresses}', LineAsString)), SETTINGS command_read_timeout = 60000)",
}.items():
    actual = f"{folder}/{len(name)}.tsv"
    started = time.monotonic()
    query(f"INSERT INTO FUNCTION file('{actual}', TSVRaw) {select} SETTINGS max_threads = 1")
    seconds = time.monotonic() - started
    expect(f"SHA-256 of all verdicts of {name}", sha256(actual), sha256(expected))
    print(f"    {seconds:.1f} s, {rows / seconds:,.0f} rows/s")

# A process that dies in the middle fails the query or is replaced. What was committed stays, and is right.
query("CREATE TABLE verdicts (email String, status String) ENGINE = MergeTree ORDER BY tuple()")
insert = (
    f"INSERT INTO verdicts SELECT line, mailsift_status(line) FROM file('{addresses}', LineAsString) "
    "SETTINGS max_threads = 1, max_block_size = 1000, max_insert_block_size = 1000, min_insert_block_size_rows = 1000"
)


def kill_in_the_middle():
    while not glob.glob(f"{folder}/data/**/all_*", recursive=True):
        time.sleep(0.01)
    for pid in os.listdir(f"{folder}/pids"):
        try:
            os.kill(int(pid), signal.SIGKILL)
        except ProcessLookupError:
            pass


killer = threading.Thread(target=kill_in_the_middle)
killer.start()
_, error = run(insert)
killer.join()
committed = int(query("SELECT count() FROM verdicts"))
expect("a killed process loses no committed row", 0 < committed < rows if error else committed == rows, True)
expect("and leaves no wrong one", int(query("SELECT count() FROM verdicts WHERE status != mailsift_status(email)")), 0)
# The engine's threads are still running: an ordinary exit can crash in them.
sys.stdout.flush()
os._exit(0)
