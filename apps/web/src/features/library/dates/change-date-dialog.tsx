import type { Photo } from '@keepsake/contracts/library/photos';
import { Button, Radio, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#/shared/server-time.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { useForm } from '#/shared/use-form.ts';
import classes from './change-date.module.css';
import { changeOf, KINDS, type TypedDate, typedOf } from './change-of.ts';
import { DateFields, ShiftFields } from './date-fields.tsx';
import { DatePreview } from './date-preview.tsx';
import { useChangeDates } from './use-change-dates.ts';

type Props = DialogProps & {
  photoIds: readonly string[];
  /** The only photo, whose date is there to begin with. */
  photo: Photo | undefined;
  onDone: () => void;
};

/** Changes dates of photos: sets, shifts or gives back what the camera says, after a preview. */
export default function ChangeDateDialog({ photoIds, photo, onDone, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const change = useChangeDates(() => {
    onClose();
    onDone();
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('dates.action')} isClosable={!change.isPending}>
      <ChangeForm photoIds={photoIds} photo={photo} change={change} onCancel={onClose} />
    </Dialog>
  );
}

type FormProps = Pick<Props, 'photoIds' | 'photo'> & {
  change: ReturnType<typeof useChangeDates>;
  onCancel: () => void;
};

function ChangeForm({ photoIds, photo, change: { mutate, isPending, error }, onCancel }: FormProps) {
  const { t } = useTranslation();
  const { form, values, change, textField, isWrong } = useForm<TypedDate, 'year' | 'days'>({
    initial: () => typedOf(photo),
    faultsOf: (typed) => {
      if (changeOf(typed, serverNow())) return [];
      return [typed.kind === 'set' ? 'year' : 'days'];
    },
    unsaved: 'forgettable',
    judging: 'sent',
    onSubmit(typed) {
      const requested = changeOf(typed, serverNow());
      if (requested) mutate({ photoIds, change: requested });
    },
  });
  const fields = { values, change, textField, isWrong };
  return (
    <form {...form} className={classes.form}>
      <Kinds kind={values.kind} onChoose={(kind) => change({ kind })} />
      {values.kind === 'set' && <DateFields {...fields} />}
      {values.kind === 'shift' && <ShiftFields {...fields} />}
      <DatePreview photoIds={photoIds} change={changeOf(values, serverNow())} />
      {error && <DialogAlert error={error}>{t('dates.failed')}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          {t('delete.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('dates.action')}
        </Button>
      </DialogActions>
    </form>
  );
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
