import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { SNIFF_BYTES, sniffFormat } from './sniff-format.ts';
import { fixturePath } from './testing/test-processor.ts';

const text = (value: string) => Buffer.from(value, 'latin1');
const ftyp = (major: string, ...compatible: string[]) => {
  const body = `ftyp${major}\0\0\0\0${compatible.join('')}`;
  return text(`\0\0\0${String.fromCharCode(body.length + 4)}${body}mdat`);
};
const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });

describe('[IMP-02] the signature of an upload', () => {
  it('knows JPEG, PNG and HEIC', async () => {
    expect(sniffFormat(await pixel.clone().jpeg().toBuffer())).toBe('jpeg');
    expect(sniffFormat(await pixel.clone().png().toBuffer())).toBe('png');
    expect(sniffFormat((await readFile(fixturePath('mirrored.heic'))).subarray(0, SNIFF_BYTES))).toBe('heic');
  });

  it.each(['heic', 'heix', 'hevc', 'hevx'])('accepts the brand %s as HEIC', (brand) => {
    expect(sniffFormat(ftyp(brand, 'mif1'))).toBe('heic');
  });

  it('accepts generic HEIF brands only with an HEVC brand beside them', () => {
    expect(sniffFormat(ftyp('mif1', 'heic'))).toBe('heic');
    expect(sniffFormat(ftyp('msf1', 'hevc'))).toBe('heic');
    expect(sniffFormat(ftyp('mif1', 'miaf'))).toBe('unsupported');
  });

  it('reads no brand beyond the ftyp box', () => {
    expect(sniffFormat(Buffer.concat([ftyp('isom', 'mp42'), text('heicheic')]))).toBe('unsupported');
  });

  it.each([
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

  it.each([
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
