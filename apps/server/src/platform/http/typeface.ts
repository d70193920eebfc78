import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The app's typeface: its style sheet refers to files beside it, one per script. */
const file = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/wght.css'));
const FONTS = 'files/';

/** Rules for style sheets of server-rendered pages; `mountTypeface` serves the files beside the sheet. */
export const TYPEFACE_RULES = await readFile(file, 'utf8');

/** The file with the letters of our languages, relative to the folder of the style sheet. */
export const LATIN_FONT = `${FONTS}inter-latin-wght-normal.woff2`;

/** Serves the files of the typeface below a folder. */
export async function mountTypeface(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(path.dirname(file), FONTS),
    prefix: `${folder}/${FONTS}`,
    allowedPath: (name) => name.endsWith('-wght-normal.woff2'),
    maxAge: '30d',
    decorateReply: false,
  });
}
