# PORT=8000 MAILSIFT_TOKEN=ms_r_… python3 sign_up.py
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode
from urllib.request import Request, urlopen

SERVER = os.environ.get("MAILSIFT_SERVER", "http://127.0.0.1:3000")
HEADERS = {"SERVICE-EMAIL-API-TOKEN": os.environ["MAILSIFT_TOKEN"]}


def refusal_of(email):
    """What to tell the person, or None if the address is taken. Whatever keeps the service from answering, it is."""
    query = urlencode({"email": email, "policy": "sign-up"})
    try:
        with urlopen(Request(f"{SERVER}/insight/emails/validate?{query}", headers=HEADERS), timeout=2) as response:
            insight = json.load(response)
    except HTTPError as error:
        if error.code == 400:
            return "Please check the address."
        print("The address was accepted without a check:", error.code, file=sys.stderr)
        return None
    except (OSError, ValueError) as error:
        print("The address was accepted without a check:", error, file=sys.stderr)
        return None
    if insight["tier"] != "unsafe":
        return None
    return f"Did you mean {insight['suggestion']}?" if insight["suggestion"] else insight["reasons"][0]["sentence"]


class SignUp(BaseHTTPRequestHandler):
    def do_POST(self):
        form = parse_qs(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
        refusal = refusal_of(form.get("email", [""])[0])
        # Without a refusal, create the account here.
        self.send_response(422 if refusal else 200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write((refusal or "Welcome!").encode())


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), SignUp).serve_forever()
