import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AddingButton } from '#/shared/uploads/adding/adding-button.tsx';
import { ImportDrawing } from '#/shared/uploads/import-drawing.tsx';
import { PICKER_ACCEPT } from '#/shared/uploads/pick/accept-file.ts';
import { useImportOpener } from '../import-opener.ts';
import { folderOf } from '../pick/read-dropped.ts';
import type { AddFiles } from '../pick/use-add-files.ts';
import classes from './pick-area.module.css';

type Props = {
  /** Large while nothing is picked, a line above the list afterwards. */
  isRoomy: boolean;
  /** Off on phones and tablets, where there is nothing to drag [IMP-03]. */
  canDrop: boolean;
  /** Whether files are held over the page. */
  isOver: boolean;
  onFiles: AddFiles;
};

/** Where files are chosen or dropped. */
export function PickArea({ isRoomy, canDrop, isOver, onFiles }: Props) {
  const { t } = useTranslation();
  const album = useImportOpener((state) => state.album);
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
      {isRoomy && <p className={classes.formats}>{t('import.formats')}</p>}
    </div>
  );
}

/** Every browser knows this attribute, no types do. */
const FOLDERS = { webkitdirectory: '' };

type PickProps = {
  label: string;
  isMain?: boolean;
  isFolder?: boolean;
  onPick: (files: readonly File[]) => void;
};

function PickButton({ label, isMain = false, isFolder = false, onPick }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  function take(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.currentTarget.files ?? [])];
    // The same files can be picked again.
    event.currentTarget.value = '';
    if (files.length > 0) onPick(files);
  }
  return (
    <>
      <AddingButton
        variant={isMain ? 'filled' : 'default'}
        data-autofocus={isMain || undefined}
        onPress={() => input.current?.click()}
      >
        {label}
      </AddingButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={isFolder ? undefined : PICKER_ACCEPT}
        aria-label={label}
        {...(isFolder ? FOLDERS : {})}
        onChange={take}
      />
    </>
  );
}
