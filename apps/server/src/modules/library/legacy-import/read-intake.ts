import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sentInstant } from '@keepsake/contracts/platform/sent-instant';
import * as z from 'zod';
import { parseSentJson } from '../../../platform/sent-json.ts';

/** A file to take in. */
export type Intake = {
  /** If null, derived from the owner and the content, so that a second run finds the upload again. */
  id: string | null;
  /** E-mail address of its customer; null while it belongs to nobody. */
  owner: string | null;
  file: string;
  fileName: string;
  uploadedAt: Date | null;
};

type Read = { intakes: Intake[]; faults?: never } | { faults: string[]; intakes?: never };

/** Reads what an operator wants to take in: a list, or a folder with one folder per customer, named by the e-mail address. */
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

const upload = z.strictObject({
  /** Its original id, which it keeps. */
  id: z.uuid().toLowerCase(),
  /** E-mail address of its customer; absent while it belongs to nobody. */
  owner: z.email().optional(),
  /** Path relative to the list's folder. */
  file: z.string().min(1),
  /** The customer's name for it; defaults to the file's. */
  fileName: z.string().min(1).optional(),
  uploaded: z.optional(sentInstant),
});

const intakeFile = z.strictObject({ uploads: z.array(upload) });
type Listed = z.infer<typeof upload>;

type Parsed = { uploads: Listed[]; faults?: never } | { faults: string[]; uploads?: never };

/** Parses the retailer's list; each fault is a line that says where it is. */
function parseIntakeFile(text: string): Parsed {
  let json: unknown;
  try {
    json = parseSentJson(text);
  } catch (error) {
    return { faults: [`The list is not valid JSON: ${(error as Error).message}`] };
  }
  const { success, data, error } = intakeFile.safeParse(json);
  if (!success) {
    return { faults: error.issues.map(({ path, message }) => `${path.join('.') || 'list'}: ${message}`) };
  }
  const byId = Map.groupBy(data.uploads, ({ id }) => id);
  const duplicates = [...byId].filter(([, uploads]) => uploads.length > 1);
  if (duplicates.length > 0)
    return { faults: duplicates.map(([id]) => `upload ${id} is there more than once`) };
  return data;
}
