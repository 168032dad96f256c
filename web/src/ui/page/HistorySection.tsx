import { useId, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { Section } from './DescriptionList.tsx';

export interface HistoryEvent {
  id: number;
  when: string;
  /** Undefined for automatic events. */
  who?: string;
  what: string;
  note?: string;
}

const few = 5;

export function HistorySection({ events }: { events: readonly HistoryEvent[] | undefined }) {
  const [isWhole, setWhole] = useState(false);
  const list = useId();
  if (!events || events.length === 0) return null;
  return (
    <Section
      title="History"
      aside={
        events.length > few && (
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={isWhole}
            aria-controls={list}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Show latest' : `Show all ${events.length}`}
          </Button>
        )
      }
    >
      <ol id={list} aria-label="History" className="divide-y divide-rule border-y border-rule">
        {(isWhole ? events : events.slice(0, few)).map((event) => (
          <li
            key={event.id}
            className="grid gap-x-4 py-1.5 leading-5.5 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
          >
            <span className="text-muted tabular-nums">{event.when}</span>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{event.what}</span>
              {event.note && <bdi className="ms-2">{event.note}</bdi>}
            </span>
            <bdi className="text-muted sm:text-end">{event.who ?? 'Automatically'}</bdi>
          </li>
        ))}
      </ol>
    </Section>
  );
}
