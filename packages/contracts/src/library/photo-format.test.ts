import { describe, expect, test } from 'vitest';
import { sniffFormat } from './photo-format.ts';

const text = (value: string) => Uint8Array.from(value, (letter) => letter.charCodeAt(0));
const ftyp = (major: string, ...compatible: string[]) => {
  const body = `ftyp${major}\0\0\0\0${compatible.join('')}`;
  return text(`\0\0\0${String.fromCharCode(body.length + 4)}${body}mdat`);
};

describe('the signature of an upload [IMP-02]', () => {
  test.each([
    ['jpeg', text('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['png', text('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['heic', ftyp('heic', 'mif1', 'heic')],
  ])('knows %s', (format, head) => {
    expect(sniffFormat(head)).toBe(format);
  });

  test.each(['heic', 'heix', 'hevc', 'hevx'])('accepts the brand %s as HEIC', (brand) => {
    expect(sniffFormat(ftyp(brand, 'mif1'))).toBe('heic');
  });

  test('accepts generic HEIF brands only with an HEVC brand beside them', () => {
    expect(sniffFormat(ftyp('mif1', 'heic'))).toBe('heic');
    expect(sniffFormat(ftyp('msf1', 'hevc'))).toBe('heic');
    expect(sniffFormat(ftyp('mif1', 'miaf'))).toBe('unsupported');
  });

  test('reads no brand beyond the ftyp box', () => {
    expect(sniffFormat(Uint8Array.from([...ftyp('isom', 'mp42'), ...text('heicheic')]))).toBe('unsupported');
  });

  test.each([
    ['AVIF', ftyp('avif', 'mif1', 'heic')],
    ['GIF', text('GIF89a')],
    ['TIFF or raw', text('II*\0\x08\0\0\0')],
    ['BMP', text('BM....')],
    ['WebP', text('RIFF\x10\0\0\0WEBPVP8 ')],
    ['SVG', text('\xef\xbb\xbf  <?xml version="1.0"?><svg/>')],
    ['SVG without a prologue', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('refuses %s as another format', (_, head) => {
    expect(sniffFormat(head)).toBe('unsupported');
  });

  test.each([
    ['nothing', text('')],
    ['one byte', text('\xff')],
    ['HTML', text('<!DOCTYPE html><html>')],
    ['a zip', text('PK\x03\x04')],
    ['a program', text('MZ\x90\0')],
    ['a short box', text('\0\0\0\x08fty')],
  ])('finds no image in %s', (_, head) => {
    expect(sniffFormat(head)).toBe('unknown');
  });
});
