import * as z from 'zod';

const upload = z.strictObject({
  /** The id it always had, which stays its id. */
  id: z.uuid().toLowerCase(),
  /** E-mail address of its customer; absent while it belongs to nobody. */
  owner: z.email().optional(),
  /** Where the file is, from the list's own folder. */
  file: z.string().min(1),
  /** What the customer called it; else the name of the file. */
  fileName: z.string().min(1).optional(),
  uploaded: z.iso.datetime({ offset: true }).optional(),
});

const intakeFile = z.strictObject({ uploads: z.array(upload) });
type Listed = z.infer<typeof upload>;

type Parsed = { uploads: Listed[]; faults?: never } | { faults: string[]; uploads?: never };

/** Reads the retailer's list; every fault is a line with the place where it is. */
export function parseIntakeFile(text: string): Parsed {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { faults: [`The list is not valid JSON: ${(error as Error).message}`] };
  }
  const { success, data, error } = intakeFile.safeParse(json);
  if (!success) {
    return { faults: error.issues.map(({ path, message }) => `${path.join('.') || 'list'}: ${message}`) };
  }
  const byId = Map.groupBy(data.uploads, ({ id }) => id);
  const doubles = [...byId].filter(([, uploads]) => uploads.length > 1);
  if (doubles.length > 0) return { faults: doubles.map(([id]) => `upload ${id} is there more than once`) };
  return data;
}
