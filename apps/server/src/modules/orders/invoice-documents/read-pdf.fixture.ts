import { inflateSync } from 'node:zlib';

/** The text of a pdf in the order in which it is drawn, by the tables with which readers extract it. */
export function lettersOf(pdf: Buffer): string {
  const fonts = fontsOf(pdf);
  return streamsOf(pdf)
    .flatMap((stream) => [...stream.matchAll(/^\/(F\d+) [\d.]+ Tf\n\[(.*)\] TJ$/gm)])
    .map(([, font = '', shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
        .map((code) => fonts.get(font)?.[Number.parseInt(code, 16)] ?? '\ufffd')
        .join(''),
    )
    .join('');
}

/** The characters of each font of a pdf, by its name in the pages and the number of the glyph. */
function fontsOf(pdf: Buffer): Map<string, string[]> {
  const words = pdf.toString('latin1');
  const objects = new Map(
    [...words.matchAll(/^(\d+) 0 obj\n/gm)].map(({ 1: id = '', index }) => [id, index]),
  );
  const at = (id: string) => words.slice(objects.get(id), words.indexOf('endobj', objects.get(id)));
  const named = [...words.matchAll(/\/(F\d+) (\d+) 0 R/g)];
  return new Map(
    named.map(([, name = '', id = '']) => {
      const table = /\/ToUnicode (\d+) 0 R/.exec(at(id))?.[1] ?? '';
      const start = words.indexOf('stream\n', objects.get(table)) + 'stream\n'.length;
      const text = inflateSync(pdf.subarray(start)).toString('latin1');
      const ranges = [...text.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[(.*)\]/g)];
      const letters = ranges.flatMap(([, codes = '']) =>
        [...codes.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) =>
          String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
        ),
      );
      return [name, letters];
    }),
  );
}

/** The unpacked streams of a pdf. */
export function streamsOf(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/stream\n/g)].flatMap(({ index }) => {
    try {
      return [inflateSync(pdf.subarray(index + 'stream\n'.length)).toString('latin1')];
    } catch {
      return [];
    }
  });
}
