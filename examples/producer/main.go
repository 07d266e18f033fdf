// Producer is a service in miniature that hands jobs to a queue. It speaks the
// protocol through the package that emqgen generates into internal/echomq.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/redis/go-redis/v9"

	"example.com/producer/internal/echomq"
)

//go:generate go tool emqgen generate ../../spec/protocol.yaml --out go=internal/echomq

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: producer redis://HOST:PORT")
	}
	if err := produce(context.Background(), os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func produce(ctx context.Context, url string) error {
	options, err := redis.ParseURL(url)
	if err != nil {
		return err
	}
	options.OnConnect = echomq.OnConnect // the version fence, on every connect
	client := redis.NewClient(options)
	defer client.Close()
	jobs := echomq.NewJobs(client)

	// An impatient producer sends twice; the second answer is no error.
	for range 2 {
		reply, err := jobs.Enqueue(ctx, "mail", "JOB0Nb1VTbfnu4", []byte("hello"))
		if err != nil {
			return err
		}
		fmt.Println(reply)
	}

	// The script refuses what is no job, and writes nothing.
	_, err = jobs.Enqueue(ctx, "mail", "ORD0Nb1VTbfnu4", []byte("hello"))
	if !errors.Is(err, echomq.ErrKind) {
		return fmt.Errorf("an order passed for a job: %w", err)
	}
	fmt.Println(err)

	// The key builder refuses what is no id, before anything is sent.
	_, err = jobs.Enqueue(ctx, "mail", "job-42", nil)
	fmt.Println(err)
	return nil
}
