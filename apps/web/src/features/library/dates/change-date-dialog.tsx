import type { Photo } from '@keepsake/contracts/library/photos';
import { Radio, Skeleton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { hashKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#/shared/server-time.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';
import { useForm } from '#/shared/use-form.ts';
import { ChangeActions } from './change-actions.tsx';
import classes from './change-date.module.css';
import {
  changeOf,
  type FaultyField,
  faultyField,
  KINDS,
  type TypedDate,
  typedOf,
  typedOfDate,
} from './change-of.ts';
import { DateFields, ShiftFields } from './date-fields.tsx';
import { DatePreview } from './date-preview.tsx';
import { EachPreview, SuggestedDates, type Taken, useSuggestions } from './suggested-dates.tsx';
import { useChangeDates } from './use-change-dates.ts';

type Props = DialogProps & {
  photoIds: readonly string[];
  /** The only photo, whose date is there to begin with. */
  photo: Photo | undefined;
  /** Those of the photos that may have no date. */
  undatedIds: readonly string[];
  onDone: () => void;
};

/** Changes dates of photos: sets, shifts or gives back what the camera says, after a preview. */
export default function ChangeDateDialog({ onDone, isOpen, onClose, ...photos }: Props) {
  const { t } = useTranslation();
  const change = useChangeDates(() => {
    onClose();
    onDone();
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('dates.action')} isClosable={!change.isPending}>
      <ChangeForm {...photos} change={change} onCancel={onClose} />
    </Dialog>
  );
}

type FormProps = Pick<Props, 'photoIds' | 'photo' | 'undatedIds'> & {
  change: ReturnType<typeof useChangeDates>;
  onCancel: () => void;
};

function ChangeForm(props: FormProps) {
  const { photoIds, undatedIds, change: sending, onCancel } = props;
  const { data: suggestions, isLoading } = useSuggestions(undatedIds);
  const [taken, take] = useState<Taken | null>(null);
  const { form, ...fields } = useDateForm(props, taken);
  const { values, change } = fields;
  const isUntouched = taken === null && hashKey([values]) === hashKey([typedOf(props.photo)]);
  const isEach = taken !== null && taken.length > 1;
  function onTake(next: Taken | null): void {
    take(next);
    if (next?.length === 1) change(typedOfDate(next[0]?.date ?? ''));
  }
  return (
    <form {...form} className={classes.form}>
      {isLoading && <Skeleton height={72} />}
      {suggestions && <SuggestedDates suggestions={suggestions} taken={taken} onTake={onTake} />}
      {!isEach && <Kinds kind={values.kind} onChoose={(kind) => change({ kind })} />}
      {!isEach && values.kind === 'set' && <DateFields {...fields} />}
      {!isEach && values.kind === 'shift' && <ShiftFields {...fields} />}
      {isEach ? (
        <EachPreview taken={taken} />
      ) : (
        <DatePreview
          key={taken ? `${taken[0]?.date} ${taken[0]?.photoIds[0]}` : ''}
          photoIds={taken?.[0]?.photoIds ?? photoIds}
          change={isUntouched ? null : changeOf(values, serverNow())}
        />
      )}
      <ChangeActions change={sending} onCancel={onCancel} />
    </form>
  );
}

/** The form of a change; a suggestion that was taken is for its photos alone, or gives each its own date. */
function useDateForm({ photoIds, photo, change: { mutate, error } }: FormProps, taken: Taken | null) {
  const changesOf = (typed: TypedDate) => {
    if (taken !== null && taken.length > 1)
      return taken.map((one) => ({
        photoIds: one.photoIds,
        change: { kind: 'set' as const, date: one.date },
      }));
    const change = changeOf(typed, serverNow());
    return change ? [{ photoIds: taken?.[0]?.photoIds ?? photoIds, change }] : [];
  };
  return useForm<TypedDate, FaultyField>({
    initial: () => typedOf(photo),
    faultsOf: (typed) => {
      if (changesOf(typed).length > 0) return [];
      return [faultyField(typed, serverNow()) ?? 'year'];
    },
    unsaved: { failure: error },
    judging: 'sent',
    onSubmit: (typed) => mutate({ changes: changesOf(typed) }),
  });
}

type KindsProps = { kind: TypedDate['kind']; onChoose: (kind: TypedDate['kind']) => void };

function Kinds({ kind, onChoose }: KindsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.kinds}>
      <VisuallyHidden component="legend">{t('dates.how')}</VisuallyHidden>
      {KINDS.map((one) => (
        <Radio
          key={one}
          name="kind"
          value={one}
          label={t(`dates.${one}`)}
          checked={kind === one}
          onChange={() => onChoose(one)}
        />
      ))}
    </fieldset>
  );
}
