import { Socket } from 'node:net';
import pg from 'pg';

/** Reads that are sent behind one another at most, and milliseconds: after which one is no quick read any more, and nobody is there. */
const limits = { underWay: 16, standstill: 100, statement: 1_000, silence: 3_000 };

interface Lane {
  client: pg.Client;
  socket: Socket;
  isReady: boolean;
  underWay: number;
  /** When the last read was answered, or the first one came. */
  movedAt: number;
  /** What is asked in one turn of the event loop leaves in one piece. */
  isGathering: boolean;
}

export type ReadLanes = ReturnType<typeof openReadLanes>;

/**
 * A few connections on which quick reads are sent without waiting for those before: most of what a quick read costs is
 * waking the other side. Who would stand behind a slow one is refused, and takes a connection of the pool.
 */
export function openReadLanes(options: pg.ClientConfig, most: number) {
  const lanes = new Set<Lane>();
  let isClosed = false;

  /** The next reads find it open. When the database is away, they try again. */
  function open(): void {
    const socket = new Socket();
    const client = new pg.Client({
      ...options,
      statement_timeout: limits.statement,
      // What a host that is gone was asked would else be waited for until TCP gives up, in a quarter of an hour.
      query_timeout: limits.silence,
      pipeline: true,
      stream: () => socket,
    });
    const lane = { client, socket, isReady: false, underWay: 0, movedAt: 0, isGathering: false };
    const leave = () => {
      lanes.delete(lane);
      socket.destroy();
    };
    lanes.add(lane);
    client.on('error', leave).on('end', leave);
    client.connect().then(() => {
      lane.isReady = true;
    }, leave);
  }

  function choose(): Lane | undefined {
    if (isClosed) return undefined;
    if (lanes.size < most) open();
    let best: Lane | undefined;
    for (const lane of lanes) {
      const isStill = lane.underWay > 0 && performance.now() - lane.movedAt > limits.standstill;
      if (!lane.isReady || isStill) continue;
      if (lane.underWay < (best?.underWay ?? limits.underWay)) best = lane;
    }
    return best;
  }

  return {
    /** Sends a statement by its name; undefined where there is no place for it now. */
    send<Row extends pg.QueryResultRow>(statement: pg.QueryConfig & { name: string }) {
      const lane = choose();
      if (!lane) return undefined;
      gather(lane);
      if (lane.underWay === 0) lane.movedAt = performance.now();
      lane.underWay += 1;
      return lane.client.query<Row>(statement).finally(() => {
        lane.underWay -= 1;
        lane.movedAt = performance.now();
      });
    },

    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([...lanes].map(({ client }) => client.end()));
    },
  };
}

function gather(lane: Lane): void {
  if (lane.isGathering) return;
  lane.isGathering = true;
  lane.socket.cork();
  process.nextTick(() => {
    lane.isGathering = false;
    lane.socket.uncork();
  });
}
