import {
  MAX_OCCASION_LENGTH,
  NEEDED_WITHIN_DAYS,
  NEEDED_WITHIN_YEARS,
  type NeededBy,
  type setOrderNeededBy,
} from '@keepsake/contracts/orders/needed-by';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#/shared/api/api-problem.ts';
import { dayIn } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './needed-by-dialog.module.css';

type NeededChange = BodyOf<typeof setOrderNeededBy>;

/** What a needed date is set for. */
export type NeededSubject = {
  /** The customer's name for it. */
  name: string;
  neededBy: NeededBy | null;
  /** Time zone of its channel. */
  timeZone: string;
  /** Tag of its queries. */
  tag: 'Orders' | 'Projects';
  send: (change: NeededChange) => Promise<unknown>;
};

const FARTHEST = { years: NEEDED_WITHIN_YEARS };

type Props = DialogProps & { subject: NeededSubject };

/** Asks for the date by which something is needed, and for the occasion; an existing date can be removed. */
export default function NeededByDialog({ isOpen, onClose, subject }: Props) {
  const { t } = useTranslation();
  const { neededBy } = subject;
  const { mutate, isPending, error } = useSend(subject, onClose);
  const basedOn = neededBy?.changedAt ?? null;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('neededBy.question')} isClosable={!isPending}>
      <DateForm
        subject={subject}
        sending={{ isPending, error }}
        onSend={(needed) => mutate({ ...needed, basedOn })}
      >
        {error && (
          <DialogAlert error={error}>
            {t(isChangedElsewhere(error) ? 'neededBy.conflict' : 'neededBy.failed')}
          </DialogAlert>
        )}
        <DialogActions>
          {neededBy && (
            <Button variant="default" disabled={isPending} onClick={() => mutate({ date: null, basedOn })}>
              {t('neededBy.remove')}
            </Button>
          )}
          <Button type="submit" loading={isPending}>
            {t('neededBy.save')}
          </Button>
        </DialogActions>
      </DateForm>
    </Dialog>
  );
}

type FormProps = {
  subject: NeededSubject;
  sending: Pick<ReturnType<typeof useSend>, 'isPending' | 'error'>;
  onSend: (needed: Pick<NeededChange, 'occasion'> & { date: string }) => void;
  children: ReactNode;
};

function DateForm({ subject: { name, neededBy, timeZone }, sending, onSend, children }: FormProps) {
  const { t } = useTranslation();
  const today = dayIn(serverNow(), timeZone);
  const { form, textField, values, isWrong } = useForm({
    initial: { date: neededBy?.date ?? '', occasion: neededBy?.occasion ?? '' },
    faultsOf: ({ date }) => (faultOf(date, today) ? ['date'] : []),
    unsaved: { failure: sending.error },
    onSubmit: ({ date, occasion }) => onSend({ date, ...(occasion.trim() && { occasion: occasion.trim() }) }),
  });
  return (
    <form {...form} className={classes.form}>
      <p className={classes.subject} dir="auto">
        {name}
      </p>
      <TextInput
        {...textField('date')}
        type="date"
        label={t('neededBy.day')}
        description={t('neededBy.dayHint')}
        classNames={{ description: classes.help }}
        min={today}
        error={isWrong('date') && t(`neededBy.fault.${faultOf(values.date, today)}`, FARTHEST)}
        readOnly={sending.isPending}
        required
        withAsterisk={false}
        data-autofocus
      />
      <TextInput
        {...textField('occasion')}
        label={t('neededBy.occasion')}
        description={t('neededBy.occasionHint')}
        classNames={{ description: classes.help }}
        maxLength={MAX_OCCASION_LENGTH}
        readOnly={sending.isPending}
        dir="auto"
      />
      {children}
    </form>
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
  });
}

const isChangedElsewhere = (error: Error) => hasCode(error, 'conflict');

function faultOf(date: NeededBy['date'], today: string): 'missing' | 'past' | 'far' | null {
  if (date === '') return 'missing';
  if (date < today) return 'past';
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  return days > NEEDED_WITHIN_DAYS ? 'far' : null;
}
