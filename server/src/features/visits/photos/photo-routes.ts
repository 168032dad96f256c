import { photoProgress, sendPhoto } from '@doorstep/contract/visits/phone';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mount } from '../../../http/contract/contract-route.ts';
import { allowSlowArrival } from '../../../http/server/arrival.ts';
import { boundSenders } from '../../../http/server/bound-senders.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid } from '../../../problems.ts';
import { type Progress, photoProgressOf, receivePhoto } from './receive-photo-service.ts';

export function photoRoutes(app: FastifyInstance, platform: Platform): void {
  const { photosAtOnce, photosPerAgent } = serverLimits;
  const limits = { all: photosAtOnce, ofOneAgent: photosPerAgent };
  const bounded = boundSenders(limits);
  // Limits requests for the progress too, because such a request may store a whole photo. This limit is
  // separate, because an upload whose connection broke may still count towards the limit of uploads.
  const boundedAsking = boundSenders(limits);

  mount(app, sendPhoto, async ({ params, user, actor, request, reply }) => {
    const upload = {
      agentId: user.id,
      visitId: params.id,
      sha256: params.sha256,
      offset: readCount(request, 'Upload-Offset') ?? 0,
      length: readCount(request, 'Upload-Length'),
      // Reading may stop early, but the connection must stay open for the response.
      body: request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
    };
    const progress = await bounded(user.id, () => {
      allowSlowArrival(request);
      return receivePhoto(platform, actor, upload);
    });
    setProgress(reply, progress);
    return progress;
  });

  mount(app, photoProgress, async ({ params, user, actor, reply }) => {
    const asked = { agentId: user.id, visitId: params.id, sha256: params.sha256 };
    const progress = await boundedAsking(user.id, () => photoProgressOf(platform, actor, asked));
    setProgress(reply, progress);
  });
}

function readCount({ headers }: FastifyRequest, name: string): number | undefined {
  const text = headers[name.toLowerCase()];
  if (text === undefined) return undefined;
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text);
  throw invalid({ [name]: [`${name} must be a number of bytes.`] });
}

function setProgress(reply: FastifyReply, { state, offset }: Progress): void {
  reply.header('upload-offset', offset);
  reply.header('upload-complete', state === 'stored' ? '?1' : '?0');
}
