import { useTranslation } from 'react-i18next';
import { Modal } from '#/shared/ui/modal/modal.tsx';
import { closeImport } from '../import-opener.ts';
import classes from './import-modal.module.css';
import { MyDevice } from './my-device.tsx';

/**
 * The import modal. Files are on their way as soon as they are picked, so that nobody waits twice: 'Upload' confirms
 * them, 'Cancel' stops what is not saved yet. The cross and Escape only put the modal away, the uploads go on.
 */
export function ImportModal({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <Modal isOpen={isOpen} onClose={closeImport} title={t('import.title')} width={640}>
      <div role="tablist" aria-label={t('import.title')} className={classes.tabs}>
        <button
          type="button"
          role="tab"
          id="import-tab"
          aria-selected="true"
          aria-controls="import-panel"
          className={classes.tab}
        >
          {t('import.myDevice')}
        </button>
      </div>
      <div role="tabpanel" id="import-panel" aria-labelledby="import-tab">
        <MyDevice />
      </div>
    </Modal>
  );
}
