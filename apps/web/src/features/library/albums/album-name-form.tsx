import { type AlbumNameFault, albumNameFault, MAX_ALBUM_NAME_LENGTH } from '@keepsake/contracts';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';

type Props = {
  initialName?: string;
  confirm: string;
  onSubmit: (name: string) => void;
  isPending: boolean;
  hasFailed: boolean;
  /** Shown beside the submit button. */
  secondary?: ReactNode;
};

/** Asks for an album name. It is validated on submit only [NAM-04]; its placeholder is 'Untitled album' [NAM-05]. */
export function AlbumNameForm({
  initialName = '',
  confirm,
  onSubmit,
  isPending,
  hasFailed,
  secondary,
}: Props) {
  const { t } = useTranslation();
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
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        id={useId()}
        label={t('albumName.label')}
        placeholder={t('albumName.placeholder')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fault && t(`albumName.faults.${fault}`, { max: MAX_ALBUM_NAME_LENGTH })}
        autoComplete="off"
        disabled={isPending}
        data-autofocus
      />
      {hasFailed && <DialogAlert>{t('albumName.failed')}</DialogAlert>}
      <DialogActions>
        {secondary}
        <Button type="submit" loading={isPending}>
          {confirm}
        </Button>
      </DialogActions>
    </form>
  );
}
