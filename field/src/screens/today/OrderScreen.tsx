import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { goBack } from '../../lib/address.ts';
import { isFull } from '../../lib/db/database.ts';
import { reportUnlessLocked } from '../../lib/lock/lock.ts';
import { applyOrder, dropOwnOrder, saveOwnOrder } from '../../lib/tasks/own-order.ts';
import { isStopOfToday, type PlannedTask } from '../../lib/tasks/plan.ts';
import { type Day, useDay } from '../../lib/tasks/tasks.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { Actions, Bar, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';
import { NotSaved } from '../NotSaved.tsx';
import { distanceInWords } from '../rough-distance.ts';
import { useNow } from '../use-now.ts';
import { Left } from './TaskStop.tsx';
import { useDrag } from './use-drag.ts';

export default function OrderScreen() {
  const day = useDay();
  return day ? <Order day={day} /> : null;
}

type Way = 'up' | 'down';

function Order({ day: { tasks, isOwnOrder, lastVisit } }: { day: Day }) {
  const say = useWords();
  const now = useNow();
  /**
   * The order chosen on this screen. Undefined if none was chosen, if storing it failed, or after the agent
   * went back to the suggested order.
   */
  const [chosen, setChosen] = useState<readonly number[]>();
  const [problem, setProblem] = useState<'full' | 'failed'>();
  const [news, setNews] = useState('');
  const pressed = useRef<{ id: number; way: Way }>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const stored = tasks.filter((task) => isStopOfToday(task, now));
  const stops = chosen ? applyOrder(stored, chosen) : stored;
  const ids = stops.map(({ id }) => id);

  const store = async (change: () => Promise<void>, words: string) => {
    try {
      await change();
      setProblem(undefined);
      setNews(words);
    } catch (error) {
      setChosen(undefined);
      setNews('');
      setProblem(isFull(error) ? 'full' : 'failed');
      reportUnlessLocked(error);
    }
  };
  const move = (id: number, to: number) => {
    if (to < 0 || to >= ids.length || ids[to] === id) return;
    const order = ids.filter((one) => one !== id).toSpliced(to, 0, id);
    const name = stops.find((task) => task.id === id)?.name ?? '';
    setChosen(order);
    void store(() => saveOwnOrder(order), say('order.moved', { name, at: to + 1, of: ids.length }));
  };
  const drag = useDrag(list, ids, move);
  const suggest = () => {
    setChosen(undefined);
    void store(dropOwnOrder, say('order.isSuggested'));
  };
  useLayoutEffect(() => {
    // Focuses the pressed button again, because it may have lost the focus when its row moved.
    const { id, way } = pressed.current ?? {};
    list.current?.querySelector<HTMLElement>(`[data-stop="${id}"] [data-way="${way}"]`)?.focus();
    pressed.current = undefined;
  });
  const press = (id: number, way: Way) => {
    pressed.current = { id, way };
    move(id, ids.indexOf(id) + (way === 'up' ? -1 : 1));
  };
  return (
    <Screen
      className="py-2"
      header={<Bar title={say('order')} />}
      foot={
        <Actions isRuled>
          <p role="status" className="min-h-6 basis-full text-sm font-semibold text-positive">
            {news}
          </p>
          <BackButton label={say('back')} onClick={() => goBack()} />
          {isOwnOrder && (
            <Button kind="alt" onClick={suggest}>
              {say('order.suggested')}
            </Button>
          )}
        </Actions>
      }
    >
      <p className="px-4 pb-1 text-sm text-muted">{say('order.hint')}</p>
      {problem && (
        <div className="px-3 py-2">
          <NotSaved problem={problem} />
        </div>
      )}
      <ul ref={list} className="flex flex-col">
        {stops.map((task, at) => (
          <Stop
            key={task.id}
            task={task}
            about={distanceInWords(task, lastVisit, say)}
            now={now}
            at={drag.placeOf(task.id) ?? at}
            of={stops.length}
            isDragged={drag.id === task.id}
            onDrag={(event) => drag.start(task.id, event)}
            onPress={(way) => press(task.id, way)}
          />
        ))}
      </ul>
    </Screen>
  );
}

interface StopProps {
  task: PlannedTask;
  about: string | null;
  now: Date;
  at: number;
  of: number;
  isDragged: boolean;
  onDrag: (event: PointerEvent) => void;
  onPress: (way: Way) => void;
}

function Stop({ task, about, now, at, of, isDragged, onDrag, onPress }: StopProps) {
  const say = useWords();
  const isEnd = { up: at === 0, down: at === of - 1 };
  return (
    <li
      data-stop={task.id}
      // A drag changes only the CSS `order`, because moving the row in the DOM would end the touch.
      style={{ order: at }}
      className={`flex scroll-my-24 items-center border-t border-rule py-1 pe-1 ${isDragged ? 'bg-accent-soft' : ''}`}
    >
      <span
        aria-hidden
        className="grid min-h-14 w-12 flex-none cursor-grab touch-none place-items-center self-stretch text-muted"
        onPointerDown={(event) => onDrag(event.nativeEvent ?? event)}
      >
        <GripVertical className="icon" />
      </span>
      <div className="grid min-w-0 flex-1">
        <span className="leading-tight font-semibold wrap-anywhere">{task.name}</span>
        <Left task={task} now={now} isBegun={false} />
        {about && <span className="text-sm text-muted">{about}</span>}
      </div>
      {(['up', 'down'] as const).map((way) => (
        <Button
          key={way}
          kind="icon"
          data-way={way}
          className={isEnd[way] ? 'text-edge' : 'text-accent'}
          aria-disabled={isEnd[way]}
          aria-label={say(`order.${way}`, { name: task.name })}
          onClick={() => onPress(way)}
        >
          {way === 'up' ? (
            <ArrowUp aria-hidden className="icon" />
          ) : (
            <ArrowDown aria-hidden className="icon" />
          )}
        </Button>
      ))}
    </li>
  );
}
