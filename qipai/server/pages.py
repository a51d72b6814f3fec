"""The browser client: its page, at every path that belongs to it, and its files."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from .guests import cookie_header, cookie_token, new_token
from .packed import packed
from .refusals import Refused

STATIC = Path(__file__).resolve().parent.parent / "static"
YEAR = 365 * 24 * 3600
HOUR = 3600
WORKER = "worker.js"  # the service worker, which speaks to this server alone
WORKER_POLICY = "default-src 'none'; connect-src 'self'"
# By the ending of a file; the computer's own table may say otherwise, on Windows that of any program that was ever installed.
MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
UNKNOWN = "application/octet-stream"

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>qipai</title>
<body style="font: 16px/1.5 system-ui; max-width: 40em; margin: 4em auto; padding: 0 1em">
<h1>qipai 棋牌</h1>
<p>The tables are open, but this copy has no browser client: <code>python3 run.py</code> in the clone builds it, and so does
<code>pip install .</code></p>
<p lang="zh-Hans">牌桌已经开了，只是这份程序里没有浏览器客户端：在克隆目录里运行 <code>python3 run.py</code> 或 <code>pip install .</code> 就会生成。</p>
<p lang="zh-Hant">牌桌已經開了，只是這份程式裡沒有瀏覽器用戶端：在複製目錄裡執行 <code>python3 run.py</code> 或 <code>pip install .</code> 就會產生。</p>
</body></html>
"""


async def page(request: Request) -> Response:
    """Return the client's only page, with a cookie for a new guest."""
    index = STATIC / "index.html"
    response: Response
    if index.is_file():
        response = html(request, index, {"cache-control": "no-cache"})
    else:
        response = HTMLResponse(NOT_BUILT, 503)
    if cookie_token(request) is None:
        response.headers["set-cookie"] = cookie_header(request, new_token())
    return response


def html(request: Request, file: Path, headers: dict[str, str]) -> Response:
    """Return a page of the client, which is shown at many paths: what it loads is told from the root, or from its folder."""
    folder = request.scope.get("root_path", "")
    if not folder:
        return FileResponse(file, headers=headers, media_type="text/html; charset=utf-8")
    return HTMLResponse(file.read_text(encoding="utf-8").replace('="/', f'="{folder}/'), headers=headers)


def file_at(path: str) -> Path | None:
    """Return the client's file at a path, or None if there is none: outside its folder, hidden, or too long for the system."""
    if "\0" in path or any(part.startswith(".") for part in path.split("/")):
        return None
    try:
        file = (STATIC / path).resolve()
        served = file.is_relative_to(STATIC) and file.is_file() and file.name != "index.html"
    except OSError:
        return None
    return file if served else None


async def static_file(request: Request) -> Response:
    """Return a file of the client; paths outside its folder and dot-files do not exist."""
    path = request.path_params["path"]
    file = file_at(path)
    if file is None:
        if "text/html" not in request.headers.get("accept", ""):
            raise Refused("unknown_path")
        response = await page(request)  # for a mistyped address the client shows a message in the person's language
        response.status_code = 404
        return response
    headers = {"cache-control": caching(path)}
    if path == WORKER:
        headers["content-security-policy"] = WORKER_POLICY
    if path.endswith(".html"):
        return html(request, file, headers)
    sent, said = packed(file, request)
    return FileResponse(sent, headers=headers | said, media_type=MEDIA.get(file.suffix, UNKNOWN))


def caching(path: str) -> str:
    """Return how long a browser may keep a file: one that belongs to a version of the client is asked for each time."""
    if path.startswith("assets/"):  # the build writes a digest of the contents into the name of everything there
        return f"public, max-age={YEAR}, immutable"
    return "no-cache" if path == WORKER or path.startswith("offline.") else f"public, max-age={HOUR}"
