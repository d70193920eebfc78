"""Reads a zip strictly, byte by byte where Python's zipfile is lenient, and prints what it found as JSON.
Arguments: the file, then the names whose content is to be read; without names all of it is."""
import json, mmap, struct, sys, zipfile

path, names = sys.argv[1], sys.argv[2:]
HEADER = struct.Struct('<IHHHHHIIIHH')
problems, entries, expected = [], [], 0
with zipfile.ZipFile(path) as archive, open(path, 'rb') as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as raw:
    for info in archive.infolist():
        at = info.header_offset
        signature, version, flags, method, time, date, crc, packed, size, name_bytes, extra_bytes = HEADER.unpack_from(raw, at)
        name, extra = raw[at + 30:at + 30 + name_bytes], raw[at + 30 + name_bytes:at + 30 + name_bytes + extra_bytes]
        is_large = size == 0xFFFFFFFF
        if is_large:
            tag, length, size, packed = struct.unpack('<HHQQ', extra)
            if (tag, length) != (1, 16): problems.append(f'{info.filename}: zip64 field {tag} of {length} bytes')
        elif extra:
            problems.append(f'{info.filename}: an extra field that nobody needs')
        if signature != 0x04034B50: problems.append(f'{info.filename}: no local header')
        if (flags, method) != (0x800, 0): problems.append(f'{info.filename}: flags {flags}, method {method}')
        if name.decode('utf-8') != info.filename: problems.append(f'{info.filename}: another name in the local header')
        if (crc, size, packed) != (info.CRC, info.file_size, info.file_size): problems.append(f'{info.filename}: other numbers in the local header')
        if at != expected: problems.append(f'{info.filename}: begins at {at}, not at {expected}')
        expected += 30 + name_bytes + extra_bytes + packed
        entries.append({'name': info.filename, 'bytes': info.file_size, 'crc32': info.CRC, 'modified': list(info.date_time),
                        'mode': oct(info.external_attr >> 16), 'isZip64': version == 45, 'isZip64Record': info.extract_version == 45})
    if archive.start_dir != expected: problems.append(f'the directory begins at {archive.start_dir}, not at {expected}')
    if archive.comment: problems.append('a comment')
    for name in names or archive.namelist():
        with archive.open(name) as content:
            while content.read(1 << 20): pass
sys.stdout.write(json.dumps({'problems': problems, 'entries': entries}))
