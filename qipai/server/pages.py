"""The browser client: its page at every address that is one of its own, and its files."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from .guests import cookie_header, cookie_token, new_token
from .refusals import Refused

STATIC = Path(__file__).resolve().parent.parent / "static"
YEAR = 365 * 24 * 3600

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
    """The client's only page.  It brings the guest's cookie, so that everything the page then asks for is theirs."""
    index = STATIC / "index.html"
    response: Response
    if index.is_file():
        response = FileResponse(index, headers={"cache-control": "no-cache"}, media_type="text/html; charset=utf-8")
    else:
        response = HTMLResponse(NOT_BUILT, 503)
    if cookie_token(request) is None:
        response.headers["set-cookie"] = cookie_header(request, new_token())
    return response


async def static_file(request: Request) -> Response:
    """A file of the client; nothing outside its folder, and no dot-file, has an address."""
    path = request.path_params["path"]
    hidden = "\0" in path or any(part.startswith(".") for part in path.split("/"))
    file = STATIC if hidden else (STATIC / path).resolve()
    if not file.is_relative_to(STATIC) or not file.is_file() or file.name == "index.html":
        if "text/html" not in request.headers.get("accept", ""):
            raise Refused("unknown_path")
        response = await page(request)  # a person mistyped an address: the client says so, in their language
        response.status_code = 404
        return response
    # The build writes a digest of the contents into the name of everything under assets/.
    lasting = f"public, max-age={YEAR}, immutable" if path.startswith("assets/") else "public, max-age=3600"
    return FileResponse(file, headers={"cache-control": lasting})
