import { CLOCK_SPAN_DAYS, compareClocks } from '@keepsake/contracts/library/date-candidates';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { Button, Radio, Skeleton } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOfCamera } from '#/features/library/cameras/index.ts';
import { DatePreview, useChangeDates } from '#/features/library/dates/index.ts';
import { call } from '#/shared/api/call.ts';
import { useLocale } from '#/shared/format.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
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

type ClocksProps = {
  clocks: readonly Clock[];
  isAlbum: boolean;
  change: ReturnType<typeof useChangeDates>;
  onCancel: () => void;
};

function Clocks({ clocks, isAlbum, change: { mutate, isPending, error }, onCancel }: ClocksProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [chosenId, choose] = useState(clocks[0]?.photoId);
  const chosen = clocks.find(({ photoId }) => photoId === chosenId);
  if (!chosen) return null;
  const { photoIds, shiftSeconds } = chosen;
  const changes = [{ photoIds, change: { kind: 'shift' as const, seconds: shiftSeconds } }];
  const difference = formatDifference(shiftSeconds, locale);
  function submit(event: FormEvent): void {
    event.preventDefault();
    mutate({ changes });
  }
  return (
    <form className={classes.form} onSubmit={submit}>
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
            checked={clock.photoId === chosenId}
            onChange={() => choose(clock.photoId)}
          />
        ))}
      </fieldset>
      <p className={classes.soft}>
        {isAlbum ? t('dates.moment.ofAlbum') : t('dates.moment.around', { days: CLOCK_SPAN_DAYS })}
      </p>
      <DatePreview key={chosenId} photoIds={photoIds} change={changes[0]?.change ?? null} />
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
