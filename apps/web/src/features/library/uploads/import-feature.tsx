import { ImportContext, useImportSession } from './import-context.ts';
import { useImportOpener } from './import-opener.ts';
import { ImportModal } from './panel/import-modal.tsx';
import { ImportTray } from './tray/import-tray.tsx';

/** The import modal, and the tray that shows what goes on while it is closed. */
export default function ImportFeature() {
  const session = useImportSession();
  const isOpen = useImportOpener((state) => state.isOpen);
  return (
    <ImportContext value={session}>
      <ImportModal isOpen={isOpen} />
      {!isOpen && <ImportTray />}
    </ImportContext>
  );
}
