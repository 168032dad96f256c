import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Shot {
  kind: string;
  bytes: Buffer;
}

export interface Answer {
  kind: string;
  /** The HTTP status, or 0 if the connection broke or no answer came within a minute. */
  status: number;
  mayRetry: boolean;
  /** The milliseconds from writing the request to its answer. */
  ms: number;
  /**
   * The milliseconds between the time when the request was due and its answer. The wait for a connection is
   * included.
   */
  sinceDue: number;
}

export interface Fired {
  answers: Answer[];
  /** The number of requests that found no free connection within {@link connectionTimeout} and were never sent. */
  unsent: number;
  /** The longest delay of this process in milliseconds. Answers may be faster than measured by up to this delay. */
  ownDelay: number;
}

/** The milliseconds after which a request without a connection is dropped. */
const connectionTimeout = 2_000;
const longest = 60_000;

interface Line {
  socket: Socket;
  current: { kind: string; due: number; sent: number } | undefined;
}

interface Storm {
  connections: number;
  /**
   * The number of requests a second, whether earlier requests are answered or not. By default, each
   * connection sends the next request after an answer.
   */
  rate?: number;
  seconds: number;
}

/**
 * Sends requests over persistent connections. Reads as little of an answer as possible, because the client
 * shares the machine with the measured server.
 */
export async function fireOpen(
  port: number,
  { connections, rate, seconds }: Storm,
  next: () => Shot,
): Promise<Fired> {
  const answers: Answer[] = [];
  const idle: Line[] = [];
  const due: number[] = [];
  let unsent = 0;
  let underWay = 0;
  let isOver = false;

  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      const line: Line = { socket, current: undefined };
      const end = (status: number, mayRetry: boolean) => {
        const { current } = line;
        if (!current) return;
        const now = performance.now();
        answers.push({
          ...{ kind: current.kind, status, mayRetry },
          ...{ ms: now - current.sent, sinceDue: now - current.due },
        });
        line.current = undefined;
        underWay -= 1;
      };
      readAnswers(socket, (status, mayRetry) => {
        end(status, mayRetry);
        idle.push(line);
        send();
      });
      socket.once('connect', () => {
        idle.push(line);
        resolve();
      });
      socket.on('error', () => {});
      socket.once('close', () => {
        end(0, false);
        const place = idle.indexOf(line);
        if (place >= 0) idle.splice(place, 1);
        resolve();
        if (!isOver) void open();
      });
    });

  const send = () => {
    const now = performance.now();
    if (isOver) return;
    if (rate === undefined) due.push(...idle.map(() => now));
    while (due.length > 0) {
      if (now - (due[0] ?? now) > connectionTimeout) {
        due.shift();
        unsent += 1;
        continue;
      }
      const line = idle.pop();
      if (!line) return;
      const { kind, bytes } = next();
      line.current = { kind, due: due.shift() ?? now, sent: performance.now() };
      underWay += 1;
      line.socket.write(bytes);
    }
  };

  // Opens the connections in groups, because the benchmark does not measure a burst of new connections.
  for (let opened = 0; opened < connections; opened += 50) {
    await Promise.all(Array.from({ length: Math.min(50, connections - opened) }, open));
  }
  const lines = [...idle];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  let made = 0;
  while (performance.now() - began < seconds * 1000) {
    const wanted = ((performance.now() - began) / 1000) * (rate ?? 0);
    for (; made < wanted; made++) due.push(began + (made / (rate ?? 1)) * 1000);
    send();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  isOver = true;
  unsent += due.length;
  const stopped = performance.now();
  while (underWay > 0 && performance.now() - stopped < longest) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  delay.disable();
  for (const { socket } of lines) socket.destroy();
  return { answers, unsent, ownDelay: delay.max / 1e6 };
}

function readAnswers(socket: Socket, onAnswer: (status: number, mayRetry: boolean) => void): void {
  let received: Buffer | undefined;
  let missing = -1;
  let status = 0;
  let mayRetry = false;
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const head = received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const header = received.toString('latin1', 0, head);
      status = Number(header.slice(9, 12));
      mayRetry = /\r\nretry-after:/i.test(header);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(header)?.[1] ?? 0);
      missing = head + 4 + length - received.length;
      received = undefined;
    } else missing -= chunk.length;
    if (missing > 0) return;
    missing = -1;
    onAnswer(status, mayRetry);
  });
}
