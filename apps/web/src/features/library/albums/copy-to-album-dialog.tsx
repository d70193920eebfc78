import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { AddIcon } from '#/shared/ui/icons.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { AlbumChoices } from './album-choices.tsx';
import { AlbumNameForm, type NamedAlbum } from './album-name-form.tsx';
import classes from './copy-to-album-dialog.module.css';
import { addToAlbum, createAlbum } from './queries.ts';

export type CopyToAlbumProps = { photoIds: readonly string[]; onDone: () => void };

/** Copies photos to an album of the customer, or to a new one [CPY-01 to CPY-07]. */
export default function CopyToAlbumDialog(props: CopyToAlbumProps & DialogProps) {
  const { photoIds, onDone, isOpen, onClose } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const copying = useCopy(photoIds, (copied) => {
    onClose();
    const open = () =>
      void navigate({ to: '/my-photos/albums/$albumId', params: { albumId: copied.albumId } });
    showToast({ message: <CopiedTo {...copied} onOpen={open} />, tone: 'success' });
    onDone();
  });

  const { mutate, isPending } = copying;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('copy.title')} isClosable={!isPending}>
      <p className={classes.amount}>{t('copy.selected', { count: photoIds.length })}</p>
      {isNaming ? (
        <AlbumNameForm
          confirm={t('albums.createConfirm')}
          onSubmit={(newName) => mutate({ newName })}
          saving={copying}
          onCancel={onClose}
        />
      ) : (
        <Choice copying={copying} onNew={() => setNaming(true)} onCancel={onClose} />
      )}
    </Dialog>
  );
}

type ChoiceProps = { copying: ReturnType<typeof useCopy>; onNew: () => void; onCancel: () => void };

/** A new album, or one that exists. */
function Choice({ copying: { mutate, isPending, error, variables }, onNew, onCancel }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <>
      <button type="button" className={classes.create} onClick={onNew} disabled={isPending}>
        <AddIcon />
        {t('copy.newAlbum')}
      </button>
      <AlbumChoices
        onChoose={mutate}
        pendingId={isPending && variables && 'albumId' in variables ? variables.albumId : null}
      />
      {error && <DialogAlert error={error}>{t('albumName.failed')}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          {t('albums.cancel')}
        </Button>
      </DialogActions>
    </>
  );
}

/** 'Photos copied to {albumLink}' [CPY-06]. Toasts are outside the router, so the link is a plain one. */
function CopiedTo({ albumId, albumName, onOpen }: NamedAlbum & { onOpen: () => void }) {
  return (
    <Trans
      i18nKey="copy.done"
      values={{ name: albumName }}
      shouldUnescape
      components={{
        albumLink: (
          // biome-ignore lint/a11y/useAnchorContent: the translation supplies the content
          <a
            href={`/my-photos/albums/${albumId}`}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              onOpen();
            }}
          />
        ),
      }}
    />
  );
}

/** The target of a copy: an existing album, or a new one with this name. */
type Target = NamedAlbum | { newName: string };

/** Copies photos to an album. A retry reuses the album created by the failed attempt. */
function useCopy(photoIds: readonly string[], onSuccess: (copiedTo: NamedAlbum) => void) {
  return useMutation({
    mutationFn: async (target: Target, press): Promise<NamedAlbum> => {
      const album =
        'albumId' in target
          ? target
          : { albumId: await createAlbum(target.newName, press), albumName: target.newName };
      await addToAlbum(album.albumId, photoIds);
      return album;
    },
    meta: { action: 'COPY_TO_ALBUM', invalidates: ['Albums', 'User'] },
    onSuccess,
  });
}
