import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { deleteAllPhotos } from '@keepsake/contracts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { PHOTO_TAGS } from '#/shared/api/photo-tags.ts';
import { DialogActions, DialogAlert } from '#/shared/ui/dialog/dialog-parts.tsx';
import { Modal } from '#/shared/ui/modal/modal.tsx';
import { CONTENT_ID } from '#/shared/ui/page/skip-link.tsx';
import { closeDeleteAll } from '../opener.ts';
import { LibraryUsedInOrders } from '../used/used-in-orders.tsx';

/** Asks for the word before the whole library is deleted [DEL-08]. */
export default function DeleteAllModal() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const word = t('deleteAll.word');
  const { mutate, isPending, error } = useMutation({
    mutationFn: requestDeletion,
    meta: { action: 'DELETE_ALL_PHOTOS', invalidates: [...PHOTO_TAGS, 'Albums'] },
    async onSuccess() {
      closeDeleteAll();
      await navigate({ to: '/my-photos/photos' });
      window.scrollTo({ top: 0 });
      // The button that had it goes with the photos.
      document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    // Exactly, and only now: typing is not corrected while it goes on [DEL-09, DEL-11].
    setWrong(typed !== word);
    if (typed === word) mutate();
  }
  return (
    <Modal isOpen onClose={closeDeleteAll} title={t('deleteAll.title')} isClosable={!isPending}>
      <form onSubmit={submit} noValidate>
        <p>{t('deleteAll.text')}</p>
        <LibraryUsedInOrders />
        <TextInput
          label={t('deleteAll.label', { word })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isWrong && t('deleteAll.wrong', { word })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          disabled={isPending}
          data-autofocus
        />
        {error && <DialogAlert>{t('delete.failed', { count: 2 })}</DialogAlert>}
        <DialogActions>
          <Button variant="default" onClick={closeDeleteAll} disabled={isPending}>
            {t('delete.cancel')}
          </Button>
          <Button color="red" type="submit" loading={isPending}>
            {t('deleteAll.title')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}

/** Any ok answer is success, whatever it says [DEL-16]. */
async function requestDeletion(): Promise<void> {
  try {
    await call(deleteAllPhotos, {});
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'invalid-response') throw error;
  }
}
