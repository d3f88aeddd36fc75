"""Sourced by draw-gallery and draw-sheet: the scenes, the moments at which they are drawn, and PNG files as rows of pixels."""
import os, re, struct, zlib

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def scenes():
    return sorted(name[:-5] for name in os.listdir(os.path.join(root, "Scenes")) if name.endswith(".yaml"))


def moment(scene):
    """The second at which a scene is worth a picture: its poster."""
    text = open(os.path.join(root, "Scenes", scene + ".yaml"), encoding="utf-8").read()
    found = re.search(r"^view:.*\bposter: ([\d.]+)", text, re.M)
    return float(found.group(1)) if found else 3


def pixels(path):
    """The width, the height and the rows of an 8-bit RGB or RGBA picture without interlacing, as RGB."""
    data = open(path, "rb").read()
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", data[at + 8:at + 18])
        elif kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    size = {2: 3, 6: 4}[color]
    raw, stride = zlib.decompress(packed), width * size
    before, rows = bytearray(stride), []
    for y in range(height):
        filter_kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if filter_kind == 2:
            row = bytearray(a + b & 255 for a, b in zip(row, before))
        elif filter_kind != 0:
            unfilter(row, before, filter_kind, size)
        rows.append(bytes(row) if size == 3 else b"".join(bytes(row[x:x + 3]) for x in range(0, stride, 4)))
        before = row
    return width, height, rows


def unfilter(row, before, filter_kind, size):
    for x in range(len(row)):
        left = row[x - size] if x >= size else 0
        up = before[x]
        if filter_kind == 1:
            row[x] = row[x] + left & 255
        elif filter_kind == 3:
            row[x] = row[x] + (left + up) // 2 & 255
        else:
            corner = before[x - size] if x >= size else 0
            guess = left + up - corner
            a, b, c = abs(guess - left), abs(guess - up), abs(guess - corner)
            row[x] = row[x] + (left if a <= b and a <= c else up if b <= c else corner) & 255


class Sheet:
    """Pictures laid out on a ground of one color."""

    def __init__(self, width, height, ground):
        self.width = width
        self.rows = [bytearray(bytes(ground) * width) for _ in range(height)]

    def put(self, rows, x, y):
        for line, row in enumerate(rows):
            self.rows[y + line][x * 3:x * 3 + len(row)] = row

    def write(self, path, table=bytes(range(256))):
        """As a PNG file; `table` says what each value of a component becomes."""
        packed, before = bytearray(), bytes(self.width * 3)
        for row in self.rows:
            row = bytes(row).translate(table)
            packed += b"\x02" + bytes(a - b & 255 for a, b in zip(row, before))
            before = row

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, len(self.rows), 8, 2, 0, 0, 0))
                       + chunk(b"IDAT", zlib.compress(bytes(packed), 9)) + chunk(b"IEND", b""))
