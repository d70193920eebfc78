import { type FailedImport, importFault } from '@keepsake/contracts';
import { findFailed } from '../legacy-uploads/index.ts';
import type { Deps } from './deps.ts';

/** More than anybody reads; how many there are is told besides. */
const MOST = 500;

/** What could not be brought in, by name. */
export async function listFailures(
  { db }: Pick<Deps, 'db'>,
  userId: string,
): Promise<{ items: FailedImport[]; total: number }> {
  const { failed, total } = await findFailed(db, userId, MOST);
  const items = failed.map(({ id, file_name, fault }) => ({
    id,
    fileName: file_name,
    // A fault that an operator wrote by hand reads as a lost file.
    fault: importFault.safeParse(fault).data ?? 'missing',
  }));
  return { items, total };
}
