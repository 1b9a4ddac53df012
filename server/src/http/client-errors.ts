import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ErrorCode } from '@signalbox/contract/error';
import { ApiError, badRequest } from './errors.ts';

/**
 * Bytes that the address and the headers of a request may have together: lists of some hundred ids stand in an address.
 * Node.js keeps them in memory until the request is answered.
 */
export const MAX_HEADER_BYTES = 64 * 1024;

function refusalOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const what = `The address and the headers of the request are longer than ${MAX_HEADER_BYTES} bytes.`;
    return new ApiError(431, ErrorCode.badRequestParams, what);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError(408, ErrorCode.badRequestParams, 'The request took too long to arrive.');
  }
  return badRequest('The request is not valid HTTP.');
}

/** Answers what is no request that can be read with an error of the wire, and ends the connection. */
export function refuseClient(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const refusal = refusalOf(error.code);
    const body = JSON.stringify(refusal.body());
    const head = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
