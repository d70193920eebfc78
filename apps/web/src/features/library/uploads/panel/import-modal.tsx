import { useTranslation } from 'react-i18next';
import { Modal } from '#/shared/ui/modal.tsx';
import { usePhoneLink } from '../import-context.ts';
import { closeImport } from '../import-opener.ts';
import { ImportPanels } from './import-panels.tsx';

/**
 * The import modal. Files are on their way as soon as they are picked, so that nobody waits twice: 'Upload' confirms
 * them, 'Cancel' stops what is not saved yet. The cross and Escape only put the modal away, the uploads
 * go on; a code that no phone has used is of no use any more.
 */
export function ImportModal({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  const phoneLink = usePhoneLink();
  function putAway() {
    closeImport();
    phoneLink.release();
  }
  return (
    <Modal isOpen={isOpen} onClose={putAway} title={t('import.title')} width={640}>
      <ImportPanels />
    </Modal>
  );
}
