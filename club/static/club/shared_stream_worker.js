// A worker that the pages of a browser share: one event stream for all of them. A browser opens only six to a server.

import { SharedStream } from "./shared_stream.js";
import { StreamConnection } from "./stream_connection.js";

/** @type {StreamConnection} */
let line;
let address = "";
const board = new SharedStream(() => {
  line ??= new StreamConnection(address, (news) => board.tell(news));
  return line;
});

/** @param {any} event */
const connect = ({ ports: [port] }) => {
  port.onmessage = (/** @type {any} */ { data }) => {
    address ||= data.address;
    board.join(port, data.channels, Date.now());
    if (data.wakes) line.wake();
  };
};
/** @type {any} */ (globalThis).onconnect = connect;
setInterval(() => line?.check(), 1000);
