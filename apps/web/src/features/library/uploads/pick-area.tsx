import { PHOTO_LIMITS } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import { FilePicker, ImportDrawing, isSystemFile } from '#/features/library/upload-queue/index.ts';
import { folderOf } from './dropped-files.ts';
import { useImport } from './import-session.ts';
import classes from './pick-area.module.css';
import { UploadButton } from './upload-button.tsx';

type Props = {
  /** Large while nothing is picked, a line above the list afterwards. */
  isRoomy: boolean;
  /** False on phones and tablets, where there is nothing to drag [IMP-03]. */
  canDrop: boolean;
  /** Whether files are being dragged over the page. */
  isOver: boolean;
  onFiles: AddFiles;
};

/** Area for picking or dropping files. */
export function PickArea({ isRoomy, canDrop, isOver, onFiles }: Props) {
  const { t } = useTranslation();
  const { album } = useImport();
  const add = (files: readonly File[]) => onFiles(files, files[0] && folderOf(files[0]));
  return (
    <div className={classes.area} data-roomy={isRoomy} data-over={isOver}>
      {isRoomy && <ImportDrawing />}
      {album && <p className={classes.target}>{t('import.intoAlbum', { name: album.name })}</p>}
      <div className={classes.buttons}>
        <PickButton
          label={t(isRoomy ? 'import.choosePhotos' : 'import.chooseMore')}
          isMain={isRoomy}
          onPick={add}
        />
        {canDrop && <PickButton label={t('import.chooseFolder')} isFolder onPick={add} />}
      </div>
      {canDrop && <p className={classes.hint}>{t('import.drop')}</p>}
      {isRoomy && <p className={classes.formats}>{t('import.formats', PHOTO_LIMITS)}</p>}
    </div>
  );
}

type PickProps = {
  label: string;
  isMain?: boolean;
  isFolder?: boolean;
  onPick: (files: readonly File[]) => void;
};

function PickButton({ label, isMain = false, isFolder = false, onPick }: PickProps) {
  return (
    <FilePicker label={label} isFolder={isFolder} onPick={onPick}>
      {(open) => (
        <UploadButton
          variant={isMain ? 'filled' : 'default'}
          data-autofocus={isMain || undefined}
          onPress={open}
        >
          {label}
        </UploadButton>
      )}
    </FilePicker>
  );
}

/** Adds files, with the name of the folder they came from. */
type AddFiles = (files: readonly File[], folder: string | undefined) => void;

/** Adds files to the import, for the album it was opened for. */
export function useAddFiles(): AddFiles {
  const { runner, album } = useImport();
  return (files, folder) => {
    const chosen = files.filter((file) => !isSystemFile(file));
    runner.add(chosen, { albumId: album?.albumId, folder });
  };
}
