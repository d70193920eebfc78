import { MAX_OCCASION_LENGTH, NEEDED_WITHIN_DAYS, type NeededBy } from '@keepsake/contracts/orders/needed-by';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { dayIn } from '#/shared/format.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './needed-by-dialog.module.css';
import type { NeededChange, NeededSubject } from './needed-subject.ts';

type Props = DialogProps & { subject: NeededSubject };

/** Asks for the date by which something is needed, and for the occasion; an existing date can be removed. */
export default function NeededByDialog({ isOpen, onClose, subject }: Props) {
  const { t } = useTranslation();
  const { neededBy } = subject;
  const field = useRef<HTMLInputElement>(null);
  const [date, setDate] = useState(neededBy?.date ?? '');
  const [occasion, setOccasion] = useState(neededBy?.occasion ?? '');
  const [isJudged, setJudged] = useState(false);
  const { mutate, isPending, error } = useSend(subject, onClose);
  const today = dayIn(new Date(), subject.timeZone);
  const fault = faultOf(date, today);

  function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(true);
    if (fault) return field.current?.focus();
    const basedOn = neededBy?.changedAt ?? null;
    mutate({ date, basedOn, ...(occasion.trim() && { occasion: occasion.trim() }) });
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('neededBy.question')} isClosable={!isPending}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.subject} dir="auto">
          {subject.name}
        </p>
        <TextInput
          ref={field}
          type="date"
          label={t('neededBy.day')}
          description={t('neededBy.dayHint')}
          value={date}
          min={today}
          error={isJudged && fault && t(`neededBy.fault.${fault}`)}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
          onBlur={() => setJudged(date !== '')}
          readOnly={isPending}
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          label={t('neededBy.occasion')}
          description={t('neededBy.occasionHint')}
          value={occasion}
          maxLength={MAX_OCCASION_LENGTH}
          onChange={({ currentTarget }) => setOccasion(currentTarget.value)}
          readOnly={isPending}
          dir="auto"
        />
        {error && <DialogAlert>{t(isConflict(error) ? 'neededBy.conflict' : 'neededBy.failed')}</DialogAlert>}
        <DialogActions>
          {neededBy && (
            <Button
              variant="default"
              disabled={isPending}
              onClick={() => mutate({ date: null, basedOn: neededBy.changedAt })}
            >
              {t('neededBy.remove')}
            </Button>
          )}
          <Button type="submit" loading={isPending}>
            {t('neededBy.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function useSend({ send, tag }: NeededSubject, onDone: () => void) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (change: NeededChange) => send(change),
    meta: { action: 'SET_NEEDED_BY', invalidates: [tag] },
    onSuccess(_data, { date }) {
      showToast({ message: t(date === null ? 'neededBy.removed' : 'neededBy.saved'), tone: 'success' });
      onDone();
    },
    // The reload makes the page show the current value once this dialog is closed.
    onError: (_error, _variables, _context, { client }) => void client.invalidateQueries({ queryKey: [tag] }),
  });
}

const isConflict = (error: Error) => error instanceof ApiProblem && error.status === 409;

function faultOf(date: NeededBy['date'], today: string): 'missing' | 'past' | 'far' | null {
  if (date === '') return 'missing';
  if (date < today) return 'past';
  const days = (Date.parse(date) - Date.parse(today)) / 86_400_000;
  return days > NEEDED_WITHIN_DAYS ? 'far' : null;
}
