import { isUnasked } from '#/shared/uploads/pick/accept-file.ts';
import { useImportRunner } from '../import-context.ts';
import { useImportOpener } from '../import-opener.ts';

/** Takes files in, with the name of the folder that they came with. */
export type AddFiles = (files: readonly File[], folder: string | undefined) => void;

/** Adds files to the import, for the album that it was opened for. */
export function useAddFiles(): AddFiles {
  const runner = useImportRunner();
  const album = useImportOpener((state) => state.album);
  return (files, folder) => {
    const asked = files.filter((file) => !isUnasked(file));
    runner.add(asked, { albumId: album?.albumId, folder });
  };
}
