import type { Project } from '@keepsake/contracts/creations/projects';
import { type NeededBy, setProjectNeededBy } from '@keepsake/contracts/orders/needed-by';
import { listFormat } from '@keepsake/contracts/platform/formats';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { NeededByLine, neededByDialog } from '#/features/orders/needed-by/index.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { dayIn, useLocale } from '#/shared/format.ts';
import { formatNearDay, useTimeThere } from '#/shared/near-days.ts';
import classes from './project-needed-by.module.css';

/** The needed date of a project, whether it would arrive in time if ordered now, and alternatives if not. */
export function ProjectNeededBy({ project, name }: { project: Project; name: string }) {
  const { t } = useTranslation();
  const channel = useChannel();
  const { id: projectId, neededBy } = project;
  const open = () =>
    neededByDialog.open({
      subject: {
        name,
        neededBy,
        timeZone: neededBy?.timeZone ?? channel.timeZone,
        tag: 'Projects',
        send: (body) => call(setProjectNeededBy, { params: { projectId }, body }),
      },
    });
  return (
    <div className={classes.needed}>
      {neededBy && <NeededByLine neededBy={neededBy} />}
      {neededBy && <Advice neededBy={neededBy} />}
      <button type="button" className={classes.set} onClick={open}>
        {t(neededBy ? 'neededBy.change' : 'neededBy.set')}
        <span className={classes.unseen}> {name}</span>
      </button>
    </div>
  );
}

/** The order deadline or the consequence of missing it, and articles that would still be in time. */
function Advice({ neededBy: { verdict, orderBy, arrival, timeZone, alternatives } }: { neededBy: NeededBy }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const formatTime = useTimeThere();
  const days = arrival && {
    from: formatNearDay(arrival.from, locale),
    to: formatNearDay(arrival.to, locale),
  };
  if (verdict === 'in-time' && orderBy) {
    const at = new Date(orderBy);
    return (
      <p>
        <time dateTime={orderBy}>
          {t('neededBy.orderBy', {
            on: formatNearDay(dayIn(at, timeZone), locale),
            time: formatTime(at, timeZone),
          })}
        </time>
      </p>
    );
  }
  if (verdict === 'unknown') return <p>{t('neededBy.unknownArrival')}</p>;
  if (verdict === 'in-time') return null;
  return (
    <>
      <p>{days ? t(`neededBy.ordered.${verdict}`, days) : t('neededBy.ordered.never')}</p>
      {alternatives.length > 0 && (
        <p>
          <Trans
            i18nKey="neededBy.others"
            components={{ articles: <Articles titles={alternatives.map(({ title }) => title)} /> }}
          />
        </p>
      )}
    </>
  );
}

const Articles = ({ titles }: { titles: readonly string[] }) => (
  <Anchor
    className={classes.others}
    renderRoot={(props) => <Link to="/help/$topic" params={{ topic: 'products' }} {...props} />}
  >
    {listFormat(useLocale()).format(titles)}
  </Anchor>
);
