import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { DialogActions, DialogAlert } from '#/shared/ui/dialog/dialog-parts.tsx';
import { AddIcon } from '#/shared/ui/icons/icons.tsx';
import { Modal } from '#/shared/ui/modal/modal.tsx';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';
import { closeCopyToAlbum } from '../albums-opener.ts';
import { AlbumNameForm } from '../name/album-name-form.tsx';
import { AlbumChoices } from './album-choices.tsx';
import classes from './copy-to-album.module.css';
import { type Copied, useCopy } from './use-copy.tsx';

type Props = { photoIds: readonly string[]; onDone: () => void; isOpen: boolean };

/** Copies photos to an album of the customer, or to a new one [CPY-01 to CPY-07]. */
export default function CopyToAlbumModal({ photoIds, onDone, isOpen }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const { mutate, reset, isPending, isError, variables } = useCopy(photoIds, (copied) => {
    close();
    const open = () =>
      void navigate({ to: '/my-photos/albums/$albumId', params: { albumId: copied.albumId } });
    showToast({ message: <CopiedTo {...copied} onOpen={open} />, tone: 'success' });
    onDone();
  });

  function close() {
    closeCopyToAlbum();
    setNaming(false);
    reset();
  }
  const cancel = (
    <Button variant="default" onClick={close} disabled={isPending}>
      {t('albums.cancel')}
    </Button>
  );
  return (
    <Modal isOpen={isOpen} onClose={close} title={t('copy.title')} isClosable={!isPending}>
      <p className={classes.amount}>{t('copy.selected', { count: photoIds.length })}</p>
      {isNaming ? (
        <AlbumNameForm
          confirm={t('albums.createConfirm')}
          onSubmit={(newName) => mutate({ newName })}
          isPending={isPending}
          hasFailed={isError}
          secondary={cancel}
        />
      ) : (
        <>
          <button
            type="button"
            className={classes.create}
            onClick={() => setNaming(true)}
            disabled={isPending}
          >
            <AddIcon />
            {t('copy.newAlbum')}
          </button>
          <AlbumChoices
            onChoose={mutate}
            pendingId={isPending && variables && 'albumId' in variables ? variables.albumId : null}
          />
          {isError && <DialogAlert>{t('albumName.failed')}</DialogAlert>}
          <DialogActions>{cancel}</DialogActions>
        </>
      )}
    </Modal>
  );
}

type CopiedToProps = Copied & { onOpen: () => void };

/** 'Photos copied to {albumLink}' [CPY-06]. Toasts outlive pages, so its link is no link of the router's. */
function CopiedTo({ albumId, albumName, onOpen }: CopiedToProps) {
  return (
    <Trans
      i18nKey="copy.done"
      values={{ name: albumName }}
      shouldUnescape
      components={{
        albumLink: (
          // biome-ignore lint/a11y/useAnchorContent: the text has it
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
