import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import { readWoff } from '../../../../platform/woff.ts';

/** Font files of the typeface by alphabet. */
const ALPHABETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'] as const;
const LATIN = fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));

export type Weight = 400 | 600;
type Face = { name: string; bytes: Buffer; font: fontkit.Font };

const opened = new Map<string, Face>();

function openFace(alphabet: string, weight: Weight): Face {
  const name = `Inter ${alphabet} ${weight}`;
  const known = opened.get(name);
  if (known) return known;
  const file = LATIN.replace('inter-latin-400', `inter-${alphabet}-${weight}`);
  const bytes = readWoff(file);
  const face = { name, bytes, font: fontkit.create(bytes) as fontkit.Font };
  opened.set(name, face);
  return face;
}

export type Run = { face: Pick<Face, 'name' | 'bytes'>; text: string };

/**
 * Splits a text into runs that one font file covers. Characters missing from every file become a question mark: an archival pdf
 * must not have empty glyphs.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  const faces = ALPHABETS.map((alphabet) => openFace(alphabet, weight));
  const runs: Run[] = [];
  for (const letter of text.normalize('NFC')) {
    const last = runs.at(-1);
    const has = (face: Face) => face.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
    const current = faces.find(({ name }) => name === last?.face.name);
    const face = current && has(current) ? current : (faces.find(has) ?? null);
    const written = face ? letter : '?';
    const next = face ?? current ?? (faces[0] as Face);
    if (last?.face.name === next.name) last.text += written;
    else runs.push({ face: next, text: written });
  }
  return runs;
}
