import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { deleteAllPhotos, type PhotoDeletion } from '@keepsake/contracts/library/photos';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUndoDeletionOfAll } from '#/features/library/restoring/index.ts';
import { isInvalidAnswer } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { CONTENT_ID } from '#/shared/ui/page.tsx';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import { Finality, LibraryUses } from './photo-uses.tsx';

/** Requires typing a word before the whole library is deleted [DEL-08]. */
export default function DeleteAllDialog({ isOpen, onClose }: DialogProps) {
  const { t } = useTranslation();
  const deletion = useLibraryDeletion(onClose);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('deleteAll.title')} isClosable={!deletion.isPending}>
      <ConfirmForm deletion={deletion} onCancel={onClose} />
    </Dialog>
  );
}

type FormProps = { deletion: ReturnType<typeof useLibraryDeletion>; onCancel: () => void };

function ConfirmForm({ deletion: { mutate, isPending, error }, onCancel }: FormProps) {
  const { t } = useTranslation();
  const word = t('deleteAll.word');
  const { form, textField, isWrong } = useForm({
    initial: { typed: '' },
    // The exact word, and only on submit: no complaints while typing [DEL-09, DEL-11].
    faultsOf: ({ typed }) => (typed === word ? [] : ['typed']),
    unsaved: 'forgettable',
    judging: 'sent',
    onSubmit: () => mutate(),
  });
  return (
    <form {...form}>
      <p>
        {t('deleteAll.text')} <Finality />
      </p>
      <LibraryUses />
      <TextInput
        {...textField('typed')}
        label={t('deleteAll.label', { word })}
        error={isWrong('typed') && t('deleteAll.wrong', { word })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        disabled={isPending}
        data-autofocus
      />
      {error && <DialogAlert error={error}>{t('delete.failed', { count: 2 })}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          {t('delete.cancel')}
        </Button>
        <Button color="red" type="submit" loading={isPending}>
          {t('deleteAll.title')}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Starts deleting the library; on success closes the dialog and shows the photo page from its top. */
function useLibraryDeletion(onClose: () => void) {
  const navigate = useNavigate();
  const offerUndo = useUndoDeletionOfAll();
  return useMutation({
    mutationFn: requestDeletion,
    meta: { action: 'DELETE_ALL_PHOTOS', invalidates: [...PHOTO_TAGS, 'Albums'] },
    async onSuccess(deletion) {
      onClose();
      if (deletion?.removalId) offerUndo(deletion.removalId);
      await navigate({ to: '/my-photos/photos' });
      window.scrollTo({ top: 0 });
      // The button that opened the dialog disappears with the photos.
      document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
    },
  });
}

/** Any 2xx answer counts as success, whatever its body [DEL-16]. */
async function requestDeletion(): Promise<PhotoDeletion | undefined> {
  try {
    return await call(deleteAllPhotos, {});
  } catch (error) {
    if (!isInvalidAnswer(error)) throw error;
    return undefined;
  }
}
