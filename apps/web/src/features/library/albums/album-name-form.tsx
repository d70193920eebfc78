import {
  type AlbumNameFault,
  albumNameFault,
  MAX_ALBUM_NAME_LENGTH,
} from '@keepsake/contracts/library/albums';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';

type Props = {
  initialName?: string;
  confirm: string;
  onSubmit: (name: string) => void;
  /** State of the mutation started by `onSubmit`. */
  saving: { isPending: boolean; isError: boolean };
};

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
  const { name, setName, fault, submit } = useAlbumName(initialName, onSubmit);
  const field = useRef<HTMLInputElement>(null);
  // An already open dialog does not move the focus to contents that appear later.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        id={useId()}
        label={t('albumName.label')}
        placeholder={t('albumName.placeholder')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fault && t(`albumName.faults.${fault}`, { max: MAX_ALBUM_NAME_LENGTH })}
        autoComplete="off"
        disabled={saving.isPending}
        data-autofocus
      />
      {saving.isError && <DialogAlert>{t('albumName.failed')}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={onCancel} disabled={saving.isPending}>
          {t('albums.cancel')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {confirm}
        </Button>
      </DialogActions>
    </form>
  );
}

function useAlbumName(initialName: string, onSubmit: (name: string) => void) {
  const [name, setName] = useState(initialName);
  const [fault, setFault] = useState<AlbumNameFault | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    // React events bubble through portals: a form around this dialog must not be submitted too.
    event.stopPropagation();
    const found = albumNameFault(name);
    setFault(found);
    if (!found) onSubmit(name);
  }
  return { name, setName, fault, submit };
}
