import { CLOCK_SPAN_DAYS, compareClocks } from '@keepsake/contracts/library/date-candidates';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { Button, Radio, Skeleton } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOfCamera } from '#/features/library/cameras/index.ts';
import { ChangeActions, DatePreview, useChangeDates } from '#/features/library/dates/index.ts';
import { call } from '#/shared/api/call.ts';
import { useLocale } from '#/shared/format.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { useForm } from '#/shared/use-form.ts';
import { formatDifference } from './format-difference.ts';
import classes from './same-moment.module.css';

/** As many photos as there are cameras to compare. */
const PAIR = 2;

type Compared = ResponseOf<typeof compareClocks>;
type Clock = Compared['clocks'][number];
type Props = DialogProps & {
  /** Two photos of the same moment, or others, of which it says so. */
  photoIds: readonly string[];
  albumId: string | undefined;
  onDone: () => void;
};

/** Two photos say by how much the clocks of their cameras differ; the photos of one of them move by that. */
export default function SameMomentDialog({ photoIds, albumId, onDone, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const change = useChangeDates(() => {
    onClose();
    onDone();
  });
  const isChanging = change.isPending || change.isSuccess;
  const { data, error, isLoading } = useClocks({ photoIds, albumId, isChanging });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('dates.moment.action')} isClosable={!change.isPending}>
      {data && data.clocks.length > 0 ? (
        <Clocks clocks={data.clocks} isAlbum={albumId !== undefined} change={change} onCancel={onClose} />
      ) : (
        <div className={classes.form}>
          {isLoading && <Skeleton height={90} />}
          {photoIds.length !== PAIR && <p>{t('dates.moment.needsTwo')}</p>}
          {data?.obstacle && <p>{t(`dates.moment.obstacle.${data.obstacle}`)}</p>}
          {error && <DialogAlert error={error}>{t('dates.moment.failed')}</DialogAlert>}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('shell.close')}
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
}

type ClocksOf = Pick<Props, 'photoIds' | 'albumId'> & { isChanging: boolean };

/** Once dates change, the clocks agree, which is no news. */
function useClocks({ photoIds, albumId, isChanging }: ClocksOf) {
  const opening = useId();
  return useQuery({
    queryKey: ['TimeLine', 'clocks', opening],
    meta: { action: 'COMPARE_CLOCKS' },
    queryFn: ({ signal }) => call(compareClocks, { body: { photoIds: [...photoIds], albumId } }, { signal }),
    enabled: photoIds.length === PAIR && !isChanging,
    gcTime: 0,
  });
}

/** By the marked photo. */
type Chosen = { photoId: string | undefined };

type ClocksProps = {
  clocks: readonly Clock[];
  isAlbum: boolean;
  change: ReturnType<typeof useChangeDates>;
  onCancel: () => void;
};

function Clocks({ clocks, isAlbum, change: sending, onCancel }: ClocksProps) {
  const { t } = useTranslation();
  const chosenOf = ({ photoId }: Chosen) => clocks.find((clock) => clock.photoId === photoId);
  const shiftOf = ({ shiftSeconds }: Clock) => ({ kind: 'shift' as const, seconds: shiftSeconds });
  const { form, values, change } = useForm<Chosen, never>({
    initial: { photoId: clocks[0]?.photoId },
    faultsOf: () => [],
    unsaved: 'forgettable',
    onSubmit(values) {
      const chosen = chosenOf(values);
      if (chosen) sending.mutate({ changes: [{ photoIds: chosen.photoIds, change: shiftOf(chosen) }] });
    },
  });
  const chosen = chosenOf(values);
  return (
    <form {...form} className={classes.form}>
      <ClockChoices clocks={clocks} photoId={values.photoId} onChoose={(photoId) => change({ photoId })} />
      <p className={classes.soft}>
        {isAlbum ? t('dates.moment.ofAlbum') : t('dates.moment.around', { days: CLOCK_SPAN_DAYS })}
      </p>
      {chosen && <DatePreview key={chosen.photoId} photoIds={chosen.photoIds} change={shiftOf(chosen)} />}
      <ChangeActions change={sending} onCancel={onCancel} />
    </form>
  );
}

type ChoicesProps = Pick<ClocksProps, 'clocks'> & Chosen & { onChoose: (photoId: string) => void };

/** The cameras, with what becomes of the photos of each. */
function ClockChoices({ clocks, photoId, onChoose }: ChoicesProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const difference = formatDifference(clocks[0]?.shiftSeconds ?? 0, locale);
  return (
    <fieldset className={classes.clocks}>
      <legend>{t('dates.moment.which', { difference })}</legend>
      {clocks.map((clock) => (
        <Radio
          key={clock.photoId}
          name="clock"
          value={clock.photoId}
          label={nameOfCamera(clock.camera) ?? t('dates.moment.unnamed')}
          description={t(clock.shiftSeconds > 0 ? 'dates.moment.later' : 'dates.moment.earlier', {
            count: clock.photoIds.length,
            difference,
          })}
          checked={clock.photoId === photoId}
          onChange={() => onChoose(clock.photoId)}
        />
      ))}
    </fieldset>
  );
}
