import { useMatch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemList } from '#/features/library/upload-queue/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { useHasMouse } from '#/shared/layout.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';
import { type Drop, useDroppedFiles } from './dropped-files.ts';
import { forgetRefused } from './end-import.ts';
import { FolderOffers } from './folder-offers.tsx';
import { useFollowShownPhotos } from './follow-shown-photos.ts';
import { ImportActions } from './import-actions.tsx';
import classes from './import-dialog.module.css';
import { Announcement, ImportProgress } from './import-progress.tsx';
import { ItemRow } from './import-row.tsx';
import {
  ImportContext,
  type ImportSession,
  type TargetAlbum,
  useImportQueue,
  useImportSession,
  useOnPhone,
} from './import-session.ts';
import { DEFAULT_TRANSFER_TAB, ImportTabs, panelId, type TransferTab, tabId } from './import-tabs.tsx';
import { ImportTray } from './import-tray.tsx';
import { useLivePhoneLink } from './phone-link.ts';
import { PickArea, useAddFiles } from './pick-area.tsx';
import { useUploadsDisabledReason } from './upload-button.tsx';

export type ImportProps = {
  /** The album to which photos picked from now on are added as well. */
  album?: TargetAlbum | undefined;
  /** The initial tab; by default the device. */
  tab?: TransferTab | undefined;
  /** What was dropped on a page and opened the dialog. */
  drop?: Drop | undefined;
  /** Reopens the import as it was. */
  onReopen: () => void;
};

/** The import, if its flag is on [FLG-07]. */
export default function ImportDialog(props: ImportProps & DialogProps) {
  return useFlag('PhotoManagementUploadViewEnabled') && <Import {...props} />;
}

/**
 * The dialog, and the tray that shows progress while it is closed; previews hide both. Files are sent as soon as they are
 * picked, so that nobody waits twice: 'Upload' confirms them, 'Cancel' stops what is not saved yet and asks about the rest. The
 * close button and Escape only close the dialog: uploads continue, including those from a phone. Once all are over, they end the
 * import as 'Done' does.
 */
function Import({ album, tab, drop, onReopen, isOpen, onClose }: ImportProps & DialogProps) {
  const { t } = useTranslation();
  const session = useImportSession();
  const isInShell = useMatch({ from: '/_shell', shouldThrow: false }) !== undefined;
  useLivePhoneLink(session.phoneLink, isOpen);
  useFollowShownPhotos(session.runner);
  const listedBefore = useListedBefore(session.store, isOpen);
  function close() {
    forgetRefused(session);
    onClose();
  }
  return (
    <ImportContext value={{ ...session, album, listedBefore, close }}>
      <Dialog isOpen={isOpen} onClose={close} title={t('import.title')} width={640}>
        <ImportPanels requested={tab} drop={drop} />
      </Dialog>
      {!isOpen && isInShell && <ImportTray onReopen={onReopen} />}
    </ImportContext>
  );
}

/** The id of the latest item in the list when the dialog was opened. */
function useListedBefore({ getState }: ImportSession['store'], isOpen: boolean): number {
  const [listed, setListed] = useState({ isOpen: false, before: 0 });
  if (listed.isOpen === isOpen) return listed.before;
  const before = isOpen ? (getState().items.at(-1)?.id ?? 0) : listed.before;
  setListed({ isOpen, before });
  return before;
}

const PhoneTab = lazyPart(
  () => import('./phone-tab.tsx'),
  <div className={classes.loading} aria-busy="true" />,
);

type PanelProps = { requested: TransferTab | undefined; drop: Drop | undefined };

/** The ways to add photos [IMP-01, IMP-04], with everything added so far below. */
function ImportPanels({ requested = DEFAULT_TRANSFER_TAB, drop }: PanelProps) {
  const { t } = useTranslation();
  const hasMouse = useHasMouse();
  const hasPhoneTab = useFlag('PhotoManagementQrCodeUploadEnabled') && hasMouse;
  const [chosen, setChosen] = useState(requested);
  const tab = hasPhoneTab ? chosen : DEFAULT_TRANSFER_TAB;
  const { items } = useImportQueue();
  const { onPhone, leftBehind } = useOnPhone();
  const isEmpty = items.length === 0;
  return (
    <>
      <ImportTabs tab={tab} hasPhoneTab={hasPhoneTab} onChoose={setChosen} />
      <SourcePanel tab={tab} isRoomy={isEmpty} drop={drop} />
      <div className={classes.panel}>
        <FolderOffers />
        {items.length + onPhone + leftBehind > 0 && <ImportProgress />}
        {!isEmpty && (
          <ItemList items={items} label={t('import.list')} renderRow={(item) => <ItemRow item={item} />} />
        )}
        <Announcement />
        <ImportActions />
      </div>
    </>
  );
}

type SourceProps = { tab: TransferTab; isRoomy: boolean; drop: Drop | undefined };

/** The contents of the selected tab, or why nothing can be added. Files can be dropped on either tab. */
function SourcePanel({ tab, isRoomy, drop }: SourceProps) {
  const hasMouse = useHasMouse();
  const addFiles = useAddFiles();
  const disabledReason = useUploadsDisabledReason();
  const isEnabled = disabledReason === null;
  const addAll = useEffectEvent(async (dropped: Drop) => {
    for await (const { files, folder } of dropped) addFiles(files, folder);
  });
  // Dropped files are intercepted even while disabled: otherwise the browser would navigate to them.
  const isOver = useDroppedFiles(hasMouse, (dropped) => void (isEnabled && addAll(dropped)));
  useEffect(() => {
    if (drop) void addAll(drop);
  }, [drop]);
  return (
    <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} className={classes.panel}>
      {disabledReason && (
        <p role="status" className={classes.marked}>
          {disabledReason}
        </p>
      )}
      {tab === DEFAULT_TRANSFER_TAB ? (
        <PickArea
          isRoomy={isRoomy}
          canDrop={hasMouse && isEnabled}
          isOver={isOver && isEnabled}
          onFiles={addFiles}
        />
      ) : (
        isEnabled && <PhoneTab />
      )}
    </div>
  );
}
