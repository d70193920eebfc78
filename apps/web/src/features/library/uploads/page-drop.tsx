import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useFlag } from '#/shared/flags.tsx';
import { useHasMouse } from '#/shared/layout.ts';
import { useIsDialogOpen } from '#/shared/ui/layers.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { type Drop, useDroppedFiles } from './dropped-files.ts';
import type { TargetAlbum } from './import-session.ts';
import classes from './page-drop.module.css';
import { useUploadsDisabledReason } from './upload-button.tsx';

type Target = {
  /** The album of the page, if it has one that takes photos. */
  album?: TargetAlbum;
  /** Whether it has one that takes none. */
  isReadOnly?: boolean;
};

const useTarget = create<{ target: Target }>(() => ({ target: {} }));

/** While a page of an album is open, what is dropped is added to that album. */
export function useDropAlbum({ albumId, name }: TargetAlbum): void {
  useEffect(() => aimAt({ album: { albumId, name } }), [albumId, name]);
}

/** While a page of an album that takes no photos is open, what is dropped is added to the library, and the page says so. */
export function useDropBesideAlbum(): void {
  useEffect(() => aimAt({ isReadOnly: true }), []);
}

/** Returns the function that ends it. */
function aimAt(target: Target): () => void {
  useTarget.setState({ target });
  return () => useTarget.setState({ target: {} });
}

type Props = { onDrop: (drop: Drop, album: TargetAlbum | undefined) => void };

/** Accepts photos and folders dropped anywhere on a page of the account, or says why none can be added. */
export default function PageDrop({ onDrop }: Props) {
  const { t } = useTranslation();
  const hasImport = useFlag('PhotoManagementUploadViewEnabled');
  const hasMouse = useHasMouse();
  const isCovered = useIsDialogOpen();
  const { album, isReadOnly } = useTarget(({ target }) => target);
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
