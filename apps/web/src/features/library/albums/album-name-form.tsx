import { albumNameFault, MAX_ALBUM_NAME_LENGTH } from '@keepsake/contracts/library/albums';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangedElsewhere } from '#/shared/ui/changed-elsewhere.tsx';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { useForm } from '#/shared/use-form.ts';

type Props = {
  /** Follows what is saved. */
  initialName?: string;
  confirm: string;
  onSubmit: (name: string) => void;
  /** State of the mutation started by `onSubmit`. */
  saving: { isPending: boolean; error: Error | null };
};

/** An album as questions and notices call it. */
export type NamedAlbum = { albumId: string; albumName: string };

/** Asks for the name of an album in a dialog of its own. */
export function AlbumNameDialog({
  title,
  isOpen,
  onClose,
  ...form
}: Props & DialogProps & { title: string }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} isClosable={!form.saving.isPending}>
      <AlbumNameForm {...form} onCancel={onClose} />
    </Dialog>
  );
}

/** Asks for an album name. It is validated on submit only [NAM-04]; its placeholder is 'Untitled album' [NAM-05]. */
export function AlbumNameForm(props: Props & { onCancel: () => void }) {
  const { initialName = '', confirm, onSubmit, saving, onCancel } = props;
  const { t } = useTranslation();
  const label = t('albumName.label');
  const { form, textField, values, isWrong, focusOn, overtaken, keepSaved } = useForm({
    initial: { albumName: initialName },
    isLive: true,
    showsOvertaken: true,
    faultsOf: ({ albumName }) => (albumNameFault(albumName) ? ['albumName'] : []),
    unsaved: { failure: saving.error },
    judging: 'sent',
    onSubmit: ({ albumName }) => onSubmit(albumName),
  });
  // An already open dialog does not move the focus to contents that appear later.
  const focusFirst = useEffectEvent(() => focusOn('albumName'));
  useEffect(() => focusFirst(), []);
  const fault = isWrong('albumName') && albumNameFault(values.albumName);
  return (
    <form {...form}>
      <TextInput
        {...textField('albumName')}
        id={useId()}
        label={label}
        placeholder={t('albumName.placeholder')}
        error={fault && t(`albumName.faults.${fault}`, { max: MAX_ALBUM_NAME_LENGTH })}
        autoComplete="off"
        disabled={saving.isPending}
        data-autofocus
      />
      <ChangedElsewhere
        saved={overtaken.albumName === undefined ? [] : [{ label, value: overtaken.albumName }]}
        isSaving={saving.isPending}
        onKeep={keepSaved}
      />
      {saving.error && <DialogAlert error={saving.error}>{t('albumName.failed')}</DialogAlert>}
      <Actions confirm={confirm} isSaving={saving.isPending} onCancel={onCancel} />
    </form>
  );
}

type ActionsProps = Pick<Props, 'confirm'> & { isSaving: boolean; onCancel: () => void };

function Actions({ confirm, isSaving, onCancel }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <DialogActions>
      <Button variant="default" onClick={onCancel} disabled={isSaving}>
        {t('albums.cancel')}
      </Button>
      <Button type="submit" loading={isSaving}>
        {confirm}
      </Button>
    </DialogActions>
  );
}
