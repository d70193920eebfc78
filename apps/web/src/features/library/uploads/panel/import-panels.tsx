import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { useIsMobile } from '#/shared/layout.ts';
import { useWhyNotAdding } from '#/shared/uploads/adding/use-why-not-adding.ts';
import { ItemList } from '#/shared/uploads/list/item-list.tsx';
import { FolderOffers } from '../folders/folder-offers.tsx';
import { useImportQueue } from '../import-context.ts';
import { useLivePhoneLink } from '../phone/use-live-phone-link.ts';
import { useAddFiles } from '../pick/use-add-files.ts';
import { useDroppedFiles } from '../pick/use-dropped-files.ts';
import { Announcement } from './announcement.tsx';
import { ImportActions } from './import-actions.tsx';
import classes from './import-modal.module.css';
import { ImportProgress } from './import-progress.tsx';
import { DEFAULT_TRANSFER_TAB, ImportTabs, panelId, type TransferTab, tabId } from './import-tabs.tsx';
import { ItemRow } from './item-row.tsx';
import { PickArea } from './pick-area.tsx';

const FromPhone = lazy(() => import('../phone/from-phone.tsx').then((m) => ({ default: m.FromPhone })));

/** The ways to add photos [IMP-01, IMP-04], and below them what was added by any of them. */
export function ImportPanels() {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const hasPhoneTab = useFlag('PhotoManagementQrCodeUploadEnabled') && !isMobile;
  const [chosen, setChosen] = useState<TransferTab>(DEFAULT_TRANSFER_TAB);
  const tab = hasPhoneTab ? chosen : DEFAULT_TRANSFER_TAB;
  const { items } = useImportQueue();
  const isEmpty = items.length === 0;
  const addFiles = useAddFiles();
  const whyNot = useWhyNotAdding();
  // Files are taken from the browser even then, which would leave the page and show them.
  const isOver = useDroppedFiles(!isMobile, ({ files, folder }) => !whyNot && addFiles(files, folder));
  useLivePhoneLink();
  return (
    <>
      <ImportTabs tab={tab} hasPhoneTab={hasPhoneTab} onChoose={setChosen} />
      <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} className={classes.panel}>
        {whyNot && (
          <p role="status" className={classes.marked}>
            {whyNot}
          </p>
        )}
        {tab === DEFAULT_TRANSFER_TAB ? (
          <PickArea
            isRoomy={isEmpty}
            canDrop={!isMobile && !whyNot}
            isOver={isOver && !whyNot}
            onFiles={addFiles}
          />
        ) : (
          <Suspense fallback={<div className={classes.loading} aria-busy="true" />}>
            {!whyNot && <FromPhone />}
          </Suspense>
        )}
      </div>
      <div className={classes.panel}>
        <FolderOffers />
        {!isEmpty && <ImportProgress />}
        {!isEmpty && (
          <ItemList items={items} label={t('import.list')} renderRow={(item) => <ItemRow item={item} />} />
        )}
        <Announcement />
        <ImportActions />
      </div>
    </>
  );
}
