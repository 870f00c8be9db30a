//! Connections: few enough for memory, and none that waits for ever for a client that sends slowly.

use crate::app::App;
use anyhow::Result;
use axum::Router;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

/// The head of a request has to be there by then.
const HEAD: Duration = Duration::from_secs(10);
/// The most connections at the same time: a class that watches, and then some.
const MOST: usize = 4096;
/// The most bytes of a request's head.
const LARGEST_HEAD: usize = 32 << 10;

/// Serves until the server ends; then what has begun may finish.
pub(crate) async fn serve(app: Arc<App>, listener: TcpListener, router: Router) -> Result<()> {
    let places = Arc::new(Semaphore::new(MOST));
    let (stopping, stopped) = watch::channel(false);
    let mut events = app.events.subscribe();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let stream = match accepted {
                    Ok((stream, _)) => stream,
                    Err(error) => {
                        // Too many open files, say: others may end meanwhile.
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                };
                let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                    continue;
                };
                let (router, stopped) = (router.clone(), stopped.clone());
                tokio::spawn(async move {
                    connection(stream, router, stopped).await;
                    drop(place);
                });
            }
            _ = events.recv() => {
                if app.is_stopping() {
                    break;
                }
            }
        }
    }
    let _ = stopping.send(true);
    Ok(())
}

async fn connection(stream: TcpStream, router: Router, mut stopped: watch::Receiver<bool>) {
    // Small answers do not wait for more.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        router.clone().oneshot(request)
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LARGEST_HEAD);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // Whatever ends a connection is the client's affair.
        _ = connection.as_mut() => {}
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(Duration::from_secs(2), connection).await;
        }
    }
}
