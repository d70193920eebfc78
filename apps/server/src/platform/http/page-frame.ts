import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Rules for style sheets of server-rendered pages: `--safe-top` and the others, the widths of notches and home indicators. */
export const SAFE_AREA_RULES = await readFile(path.join(import.meta.dirname, 'safe-areas.css'), 'utf8');
