import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseIntakeFile } from './intake-file.ts';

/** A file to take in. */
export type Intake = {
  /** None: made of the owner and the content, so that a second run finds it again. */
  id: string | null;
  /** E-mail address; null while it belongs to nobody. */
  owner: string | null;
  file: string;
  fileName: string;
  uploadedAt: Date | null;
};

type Read = { intakes: Intake[]; faults?: never } | { faults: string[]; intakes?: never };

/** What a list names, or what is in a folder with a folder for each customer, called by the e-mail address. */
export async function readIntake(place: string): Promise<Read> {
  try {
    if ((await stat(place)).isDirectory()) return { intakes: await readFolders(place) };
    return readList(await readFile(place, 'utf8'), path.dirname(place));
  } catch (error) {
    return { faults: [`${place} cannot be read: ${(error as Error).message}`] };
  }
}

function readList(text: string, folder: string): Read {
  const { uploads, faults } = parseIntakeFile(text);
  if (faults) return { faults };
  const intakes = uploads.map(({ id, owner = null, file, fileName, uploaded }) => ({
    id,
    owner,
    file: path.resolve(folder, file),
    fileName: fileName ?? path.basename(file),
    uploadedAt: uploaded ? new Date(uploaded) : null,
  }));
  return { intakes };
}

async function readFolders(root: string): Promise<Intake[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && entry.parentPath !== root)
    .map(({ name, parentPath }) => ({
      id: null,
      owner: path.relative(root, parentPath).split(path.sep)[0] ?? '',
      file: path.join(parentPath, name),
      fileName: name,
      uploadedAt: null,
    }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
