import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { useHasMouse } from '#/shared/layout.ts';
import { useIsDialogOpen } from '#/shared/ui/layers.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { type Drop, useDroppedFiles } from './dropped-files.ts';
import type { TargetAlbum } from './import-session.ts';
import { useTargetOfPage } from './page-album.ts';
import classes from './page-drop.module.css';
import { useUploadsDisabledReason } from './upload-button.tsx';

type Props = { onDrop: (drop: Drop, album: TargetAlbum | undefined) => void };

/** Accepts photos and folders dropped anywhere on a page of the account, or says why none can be added. */
export default function PageDrop({ onDrop }: Props) {
  const { t } = useTranslation();
  const hasImport = useFlag('PhotoManagementUploadViewEnabled');
  const hasMouse = useHasMouse();
  const isCovered = useIsDialogOpen();
  const { album, isReadOnly } = useTargetOfPage();
  const disabledReason = useUploadsDisabledReason();
  const isOver = useDroppedFiles(hasImport && hasMouse && !isCovered, (drop) => {
    if (disabledReason === null) onDrop(drop, album);
    else showToast({ message: disabledReason, tone: 'failure' });
  });
  if (!isOver) return null;
  const target = album?.name ? t('import.dropIntoAlbum', { name: album.name }) : t('import.dropIntoLibrary');
  const shown = isReadOnly ? t('import.dropBesideAlbum') : target;
  return (
    <div className={classes.over}>
      <p role="status" className={classes.target}>
        {disabledReason ?? shown}
      </p>
    </div>
  );
}
