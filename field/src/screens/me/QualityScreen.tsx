import type { Calibration } from '@doorstep/contract/calibration';
import { useOwnQuality } from '../../lib/sync/own-quality.ts';
import { Bar, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';
import { Awaited, OfficeFoot } from '../Awaited.tsx';
import { Part } from '../Part.tsx';

export default function QualityScreen() {
  const say = useWords();
  const { found, failure, again } = useOwnQuality();
  return (
    <Screen
      isRead
      className="px-4 py-3"
      header={<Bar title={say('quality')} />}
      foot={<OfficeFoot failure={failure} again={again} otherwise="/me" />}
    >
      {found ? (
        <Figures figures={found} />
      ) : (
        <Awaited failure={failure} offlineHint={say('quality.offlineHint')} />
      )}
    </Screen>
  );
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

function Figures({ figures }: { figures: Calibration }) {
  const say = useWords();
  const { agreement, sent_back, callbacks, time } = figures;
  const { kappa, low, high } = agreement;
  const rows = [
    {
      label: say('quality.agreement'),
      cases: agreement.cases,
      value:
        kappa === null || low === null || high === null
          ? null
          : `${kappa.toFixed(2)} (${low.toFixed(2)} – ${high.toFixed(2)})`,
    },
    { label: say('quality.sentBack'), cases: sent_back.cases, value: shareOf(sent_back) },
    { label: say('quality.callbacks'), cases: callbacks.cases, value: shareOf(callbacks) },
    {
      label: say('quality.time'),
      cases: time.cases,
      value:
        time.seconds === null
          ? null
          : say('quality.minutes', { count: (time.seconds / 60).toFixed(1) }),
    },
  ];
  return (
    <div className="grid gap-3">
      <p>{say('quality.intro')}</p>
      {rows.map(({ label, cases, value }) => (
        <Part key={label} label={label}>
          <p className="text-lg font-semibold">
            {value ?? say('quality.tooFew')}{' '}
            <span className="text-sm font-normal text-muted">
              {say.count('quality.cases', cases)}
            </span>
          </p>
        </Part>
      ))}
      <p className="text-sm text-muted">{say('quality.kappa')}</p>
    </div>
  );
}

const shareOf = ({ share }: Calibration['sent_back']) => (share === null ? null : percent(share));
